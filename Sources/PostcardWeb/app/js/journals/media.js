import { mayWrite, send } from '../base/api.js';
import { fill, h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { keys } from '../base/keys.js';
import { choices, picture } from '../base/pictures.js';
import { press } from '../base/press.js';
import { share } from '../base/share.js';
import { complain } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { lengthOf } from '../base/time.js';
import { plural } from '../base/words.js';
import { peekAt, viewMedia } from './media-view.js';

/**
 * Pictures and videos of a place as tiles: a tap views, a press peeks, many can be chosen.
 *
 * @param {{ journal: string, reload: () => void, until: AbortSignal }} options
 */
export function mediaGrid({ reload, until }) {
    const element = h('ul', { class: 'media', 'aria-label': 'Pictures and videos' });
    const bar = h('div', { class: 'bar', role: 'toolbar', 'aria-label': 'Chosen', hidden: true });
    let media = /** @type {any[]} */ ([]);
    /** @type {Set<string> | null} */
    let chosen = null;
    let anchor = -1;
    const keyOf = medium => `${medium.entry}/${medium.number}`;

    function remove(list) {
        const gone = new Set(list.map(keyOf));
        const whole = [...new Set(list.map(medium => medium.entry))].filter(entry => media.filter(medium => medium.entry === entry).every(medium => gone.has(keyOf(medium))) && !media.some(medium => medium.entry === entry && medium.text.trim()));
        const parts = list.filter(medium => !whole.includes(medium.entry));
        choose(null);
        show(media.filter(medium => !gone.has(keyOf(medium))));
        if (whole.length) deleteWithUndo(whole, { text: `${plural(list.length - parts.length, 'picture')} deleted`, putBack: reload, changed: reload });
        // Of entries with more in them, only the picture goes, the last one first so that numbers hold.
        parts.sort((one, other) => other.number - one.number).reduce((before, medium) => before.then(() => send('DELETE', medium.path)), Promise.resolve()).then(() => { if (parts.length) reload(); }, problem => { complain(problem); reload(); });
    }

    const actions = medium => ({ remove: mayWrite() && (() => remove([medium])), select: mayWrite() && (() => choose([medium])), share: () => share({ title: medium.title || medium.name || 'Picture', ids: [medium.entry], file: { path: `${medium.path}/file`, name: medium.name || `picture.${medium.format}`, isPicture: medium.kind === 'picture' } }) });

    function choose(list) {
        chosen = list && new Set(list.map(keyOf));
        element.classList.toggle('is-choosing', chosen !== null);
        bar.hidden = chosen === null;
        mark();
    }

    function mark() {
        for (const tile of element.querySelectorAll('.medium')) {
            if (chosen) set(tile, { 'aria-pressed': String(chosen.has(tile.dataset.key)) });
            else tile.removeAttribute('aria-pressed');
        }
        if (!chosen) return;
        const list = media.filter(medium => chosen?.has(keyOf(medium)));
        const button = (name, text, run, kind = '') => h('button', { type: 'button', class: ['button', kind], 'aria-disabled': list.length ? null : 'true', onclick: () => { if (list.length) run(); } }, icon(name), text);
        fill(bar, h('span', { class: 'grow one-line', role: 'status' }, `${list.length} chosen`), button('share', 'Share', () => share({ title: 'Pictures', ids: [...new Set(list.map(medium => medium.entry))] })),
            button('trash', 'Delete', () => remove(list), 'button-danger'), h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Done', onclick: () => choose(null) }, icon('close')));
    }

    function tapped(event, at) {
        const key = keyOf(media[at]);
        if (!chosen) return viewMedia(media, at, actions);
        if (event.shiftKey && anchor >= 0) for (let index = Math.min(anchor, at); index <= Math.max(anchor, at); index += 1) chosen.add(keyOf(media[index]));
        else if (chosen.has(key)) chosen.delete(key);
        else chosen.add(key);
        anchor = at;
        mark();
    }

    function tile(medium, at) {
        const name = medium.title || medium.name || (medium.kind === 'video' ? 'Video' : 'Picture');
        return h('li', { style: { '--ratio': String((medium.width ?? 4) / (medium.height ?? 3)) } }, h('button', { type: 'button', class: 'medium', 'aria-label': medium.kind === 'video' ? `Video: ${name}` : name, data: { key: keyOf(medium), at: String(at) }, onclick: event => tapped(event, at), onkeydown: event => keyed(event, at) },
            h('img', { src: picture(medium.path, medium.blob, 200), srcset: choices(medium.path, medium.blob), sizes: '200px', alt: '', loading: 'lazy', decoding: 'async' }),
            medium.kind === 'video' && h('span', { class: 'medium-length' }, icon('play'), medium.duration ? lengthOf(medium.duration) : '')));
    }

    function keyed(event, at) {
        const medium = media[at];
        if (event.key === ' ') { event.preventDefault(); if (chosen) tapped(event, at); else peekAt(medium, actions(medium)); }
        else if (event.key.toLowerCase() === 'x' && mayWrite()) { event.preventDefault(); if (!chosen) choose([]); tapped(event, at); }
        else if (event.key === 'Delete' && mayWrite()) { event.preventDefault(); remove(chosen?.size ? media.filter(each => chosen?.has(keyOf(each))) : [medium]); }
    }

    function show(next) {
        media = next;
        const focused = document.activeElement?.closest?.('.medium')?.dataset.key;
        const old = new Map([...element.children].map(row => [row.firstElementChild?.dataset.key, row]));
        fill(element, media.map((medium, at) => {
            const row = old.get(keyOf(medium)) && old.get(keyOf(medium))?.dataset.blob === medium.blob ? old.get(keyOf(medium)) : null;
            if (row?.firstElementChild?.dataset.at === String(at)) return row;
            const fresh = tile(medium, at);
            fresh.dataset.blob = medium.blob;
            return fresh;
        }));
        if (focused) /** @type {HTMLElement} */ (element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
        element.hidden = !media.length;
        if (chosen) mark();
    }

    press(element, '.medium', part => { if (!chosen) { const medium = media[Number(part.dataset.at)]; if (medium) peekAt(medium, actions(medium)); } }, { until });
    keys({ Escape: ['', () => { if (!chosen) return false; choose(null); }] }, { until });
    return { element, bar, show };
}
