import { mayWrite } from '../base/api.js';
import { h } from '../base/dom.js';
import { effect } from '../base/signal.js';
import { plural } from '../base/words.js';

/**
 * What an album says about its download: how far it is and what stops it, or what went wrong.
 *
 * @param {{ job: any, hasBrokenOff: any, stop: () => void, until: AbortSignal }} watched
 */
export function progressBar({ job, hasBrokenOff, stop, until }) {
    const text = h('span', { class: 'grow', id: 'progress-text' });
    const bar = h('div', { class: 'progress', role: 'progressbar', 'aria-labelledby': 'progress-text', 'aria-valuemin': 0 }, h('i'));
    effect(() => {
        const { count, stored, skipped } = job.value;
        text.textContent = hasBrokenOff.value ? 'Waiting for Postcard to answer …' : count === 0 ? 'Searching for photos …'
            : `${stored} of ${plural(count, 'photo')}${skipped ? `, ${skipped} left out` : ''}`;
        if (count) {
            bar.setAttribute('aria-valuemax', String(count));
            bar.setAttribute('aria-valuenow', String(stored));
        }
        bar.style.setProperty('--part', String(count ? Math.max(0.03, stored / count) : 0.03));
    }, until);
    return h('div', { class: 'album-progress' }, h('div', { class: 'row' }, text, mayWrite()
        && h('button', { class: 'button', onclick: stop }, 'Stop')), bar);
}

/**
 * Where an album would be, when there is none: what happened and what helps.
 *
 * @param {any} album
 * @param {{ get: (wishes?: any) => void, move: () => void, otherSource: string | null, wishes: any }} actions
 */
export function withoutPhotos(album, { get, move, otherSource, wishes }) {
    const button = (text, run, isFirst = false) => mayWrite() && h('button',
        { class: ['button', isFirst && 'button-primary'], onclick: run }, text);
    const radius = Math.min(32_000, (wishes.radius ?? 2000) * 2.5);
    const wider = button(`Look within ${Math.round(radius / 1000)} km`, () => get({ ...wishes, radius }), true);
    const source = otherSource && button(`Look in ${sourceName(otherSource)}`, () => get({ ...wishes, source: otherSource }));
    if (album.state === 'none-found') {
        return { picture: 'image', title: 'No Images',
            text: 'Nobody has published a photo near this place with a licence that lets it be shown here.',
                actions: [(wishes.radius ?? 2000) < 32_000 && wider, source, button('Move the pin', move)] };
    }
    if (album.photos.length === 0 && album.state === 'ready') {
        return { picture: 'sweep', title: 'All photos are removed', text: 'Undo brings the last one back; the Trash has the others.',
            actions: [button('New Collection', () => get(), true), h('a', { class: 'button', href: '/app/trash' }, 'Open the Trash')] };
    }
    return { picture: 'image', title: 'No photos yet', text: mayWrite() ? 'Get photos that others took around this place.'
        : 'The owner of this library has not got photos for this pin.', actions: [button('Get photos', () => get(), true)] };
}

/** A source as its readers know it. */
export const sourceName = source => ({ flickr: 'Flickr', commons: 'Wikimedia Commons' })[source] ?? source;
