import { resource } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { picture } from '../base/pictures.js';
import { empty, showResource } from '../base/states.js';
import { useStyle } from '../base/style.js';
import { named, plural } from '../base/words.js';

/**
 * A dialog in which photos are chosen.
 *
 * @param {{ title: string, confirm?: string, isMultiple?: boolean, isForMeme?: boolean }} options For a meme, photos
 *   are chosen that may be changed.
 * @param {(into: HTMLElement, tools: { tile: (photo: any) => HTMLElement, until: AbortSignal, close: () => void }) => void} show Puts the photos
 *   there.
 * @returns {Promise<any[]>} The photos; none when it was dismissed.
 */
export async function openPicker({ title, confirm = 'Add', isMultiple = false, isForMeme = false }, show) {
    await useStyle('picker');
    /** @type {Map<string, any>} */
    const chosen = new Map();
    const stop = new AbortController();
    const into = h('div', { class: 'picker' });
    const done = h('button', { class: 'button button-primary', 'aria-disabled': 'true',
        onclick: () => { if (chosen.size) box.close([...chosen.values()]); } }, confirm);
    const count = () => {
        done.setAttribute('aria-disabled', String(chosen.size === 0));
        done.textContent = chosen.size ? `${confirm} ${plural(chosen.size, 'photo')}` : confirm;
    };

    function tile(photo) {
        const reason = isForMeme && !photo.license.allowsDerivatives ? `${photo.license.name} does not allow changed versions` : '';
        const button = h('button', {
            class: 'picker-tile', 'aria-pressed': isMultiple ? String(chosen.has(photo.id)) : null,
                'aria-label': photo.title || 'Photo', 'aria-disabled': reason ? 'true' : null, title: reason || null,
            style: { '--ratio': String(photo.width / photo.height) }, onclick: () => {
                if (reason) return;
                if (!isMultiple) return box.close([photo]);
                chosen.has(photo.id) ? chosen.delete(photo.id) : chosen.set(photo.id, photo);
                button.setAttribute('aria-pressed', String(chosen.has(photo.id)));
                count();
            },
        }, h('img', { src: picture(`/library/photos/${photo.id}`, photo.blob, 120), alt: '', loading: 'lazy', decoding: 'async' }),
            reason && h('span', { class: 'picker-reason' }, 'No changes allowed'));
        return button;
    }

    const box = dialog({ title, content: into, actions: isMultiple ? [done] : [], kind: 'sheet' });
    show(into, { tile, until: stop.signal, close: () => box.close() });
    const result = await box.closed;
    stop.abort();
    return result ?? [];
}

/**
 * Lets somebody choose photos of the albums.
 *
 * @param {{ title: string, confirm?: string, isMultiple?: boolean, isForMeme?: boolean }} options
 */
export const pickPhotos = options => openPicker(options, (into, { tile, until, close }) => {
    showResource(resource('/library/albums'), albums => {
        const full = albums.filter(album => album.photos.length);
        if (!full.length) return empty({ title: 'No photos yet', text: 'Drop a pin on the map and get photos of that place first.',
            actions: h('a', { class: 'button', href: '/app/', onclick: close }, 'Open the map') });
        return full.map(album => h('section', { class: 'stack' }, h('h3', null, named(album.pin.name, 'A pin')),
            h('div', { class: 'picker-tiles' }, album.photos.map(tile))));
    }, { into, until });
});
