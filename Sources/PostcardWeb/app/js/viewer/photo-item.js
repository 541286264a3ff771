import { h } from '../base/dom.js';
import { file } from '../base/pictures.js';
import { dayAndTimeOf, plural, position } from '../base/words.js';

/** A photo of the library as grids and the viewer show it. */
export function photoItem(photo) {
    const path = `/library/photos/${photo.id}`;
    return { id: photo.id, kind: 'photo', path, blob: photo.blob, width: photo.width, height: photo.height, color: photo.color,
        title: photo.title, href: `/app/pins/${photo.album}/photos/${photo.id}`,
        file: file(path, photo.blob), name: fileName(photo), credit: photo.credit, refusal: refusalOf(photo), back: () => backOf(photo),
            caption: [photo.title, photo.owner && `© ${photo.owner}`].filter(Boolean).join(' · ') };
}

/** Why no meme can be made of a photo; null where one can. */
export function refusalOf(photo) {
    return photo.license.allowsDerivatives ? null : `${photo.license.name} does not allow changed versions, so no meme can be made of it.`;
}

const fileName = photo => `${(photo.title || 'photo').replace(/[^\p{L}\p{N} ._-]+/gu, '').trim().slice(0, 60) || 'photo'}.jpg`;

/** The back of the card: who took it, under what licence, where and when. Own pictures have at most a line of credit. */
export function backOf(photo) {
    const link = (address,
        text) => /^https?:\/\//.test(address ?? '') ? h('a', { href: address, target: '_blank', rel: 'noopener noreferrer', dir: 'auto' }, text) : text;
    return h('div', { class: 'card-back' },
        h('div', { class: 'card-note' }, h('h2', { dir: 'auto' }, photo.title || 'Untitled'),
            photo.owner === undefined ? photo.credit && h('p', { dir: 'auto' }, photo.credit)
                : h('p', null, 'Photo by ', link(photo.ownerURL, photo.owner || 'somebody unknown')),
            photo.license && h('p', null, link(photo.license.url, photo.license.name)), photo.page
                && h('p', null, link(photo.page, 'Where it was published')),
            h('p', { class: 'small soft' },
                `${photo.width} × ${photo.height}, ${plural(Math.max(1, Math.round(photo.bytes / 1000)), 'kilobyte')}`)),
        h('div', { class: 'card-address' }, h('div', { class: 'card-stamp', 'aria-hidden': 'true' }),
            h('div', { class: 'postmark' }, photo.dateTaken ? dayAndTimeOf(photo.dateTaken) : 'undated'),
            photo.coordinate && h('a', { class: 'small', href: `/app/?at=${photo.coordinate.latitude},${photo.coordinate.longitude},14` },
                position(photo.coordinate))));
}
