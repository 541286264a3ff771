import { mayWrite, resource } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { head } from '../base/head.js';
import { icon } from '../base/icons.js';
import { later } from '../base/later.js';
import { picture } from '../base/pictures.js';
import { effect } from '../base/signal.js';
import { empty, showResource } from '../base/states.js';
import { dayOf } from '../base/time.js';
import { countOf } from '../base/words.js';
import { deleteJournal, renameJournal, shareJournal, stopOf } from './journal-actions.js';
import { mediaItems } from './media-items.js';
import { routeMap } from './route-map.js';

const addPlace = later(() => import('./add-place.js'), 'addPlace');

/** A journal: its places in the order of their dates, on a line. */
export default function journal(screen) {
    const id = screen.params.journal;
    const found = resource(`/library/journals/${id}`);
    const top = h('div', { class: 'as-parent' });
    const body = h('div', { class: 'stack' });
    const here = () => found.value.peek()?.journal ?? { id, name: 'Journal' };
    const add = async () => { const place = await addPlace(here()); if (place) screen.go(`/app/journals/${id}/places/${place.id}`); };

    effect(() => {
        const name = found.value.value?.journal.name ?? 'Journal';
        screen.title(name);
        fill(top, head({ title: name, back: '/app/journals', backName: 'Journals',
            actions: mayWrite() && h('button', { class: 'button button-primary writes', onclick: add }, icon('plus'), 'Place'),
            menu: () => [
                { text: 'Preview', icon: 'note', run: () => open(`/library/share.html?disposition=inline&ids=${id}`, '_blank', 'noopener') },
                { text: 'Share', icon: 'share', run: () => shareJournal(here()) },
                mayWrite() ? { text: 'Rename', icon: 'text', run: () => renameJournal(here()) } : null,
                mayWrite() ? { text: 'Delete', icon: 'trash', isDangerous: true, run: () => { deleteJournal(here()); screen.back('/app/journals'); } }
                    : null,
            ] }));
    }, screen.until);

    showResource(found, ({ stops }) => {
        const places = stops.filter(stop => stop.place).map(stop => stop.place);
        if (!stops.length) {
            return empty({ title: 'Where did it begin?', text: 'Add the first place: where you are, one you search for, or a pin.', picture: 'map',
                actions: mayWrite() && h('button', { class: 'button button-primary', onclick: add }, 'Add a place') });
        }
        let number = 0;
        return [places.length > 1 && routeMap(places),
            h('ol', { class: 'stops' }, byDay(stops).map(stop => stopRow(id, stop, stop.place ? number += 1 : 0)))];
    }, { into: body, until: screen.until });
    screen.returned = () => found.touch();
    // A journal that was just begun asks for its first place.
    if (screen.query.has('add') && mayWrite()) {
        screen.go(location.pathname, { replace: true, quiet: true });
        found.load().then(add, () => {});
    }
    return h('div', { class: 'page' }, top, body);
}

/** The places of a journal, and between them what is at none, a row for each of its days where there are several. */
function byDay(stops) {
    const loose = stops.find(stop => !stop.place);
    const days = new Set([...loose?.entries ?? [], ...loose?.notes ?? []].map(each => each.date.slice(0, 10)));
    if (days.size < 2) return stops;
    const rows = [...days].map(day => ({ day, ...stopOf({ stops }, day) }));
    const dayOfRow = row => row.day ?? row.place.date.slice(0, 10);
    return [...stops.filter(stop => stop.place), ...rows].sort((one, other) => dayOfRow(one).localeCompare(dayOfRow(other)));
}

function stopRow(journal, { place, notes, entries, day }, number) {
    const media = mediaItems(entries);
    const videos = media.filter(medium => medium.kind === 'video').length;
    const key = place?.id ?? day ?? 'none';
    const words = notes.map(note => note.text).concat(entries.map(entry => entry.text)).find(text => text.trim());
    const link = h('a', { class: 'stop', href: `/app/journals/${journal}/places/${key}`, data: { key } },
        h('span', { class: 'stop-mark', 'aria-hidden': 'true' }, number || '·'),
        h('span', { class: 'stop-text' }, h('b', { dir: 'auto' }, place ? place.name || 'A place' : day ? dayOf(day) : 'On the way'),
            h('span', { class: 'soft small' }, [dayOf(place?.date), ...countOf(media.length - videos, videos)].filter(Boolean).join(' · ')),
            words && h('span', { class: 'stop-words written', dir: 'auto' }, words)),
        media.length > 0 && h('span', { class: 'stop-pictures' },
            media.slice(0, 4).map(medium => h('img', { src: picture(medium.path, medium.blob, 72), alt: '', loading: 'lazy', decoding: 'async' }))));
    return h('li', null, link);
}
