import { h, set } from '../base/dom.js';
import { picture } from '../base/pictures.js';
import { lengthOf } from '../base/time.js';

/**
 * What a tile shows.
 *
 * @typedef {{ id: string, path: string, blob?: string, width: number, height: number, title: string, kind?: string, color?: string, href?:
 *   string, length?: number, isPending?: boolean, note?: string }} GridItem `path` is where its pictures are below, as `pictures.js` has
 *   it; a pending item is an empty place.
 */

/** A picture of a grid; used again for other pictures. */
export class Tile {
    constructor() {
        this.image = h('img', { class: 'tile-image', decoding: 'async', draggable: 'false', alt: '' });
        this.badge = h('span', { class: 'tile-badge', hidden: true });
        this.link = h('a', { class: 'tile', draggable: 'false', tabindex: '-1' }, this.image, this.badge);
        this.element = h('div', { class: 'tile-cell', role: 'gridcell' }, this.link);
        /** @type {GridItem | null} */
        this.item = null;
        this.index = -1;
        this.image.addEventListener('load', () => this.link.classList.add('is-loaded'));
        this.image.addEventListener('error', () => { if (this.image.getAttribute('src')) this.link.classList.add('is-broken'); });
    }

    /**
     * Shows an item.
     *
     * @param {GridItem} item
     * @param {number} index
     * @param {{ width: number, height: number, left: number, top: number }} box
     */
    show(item, index, { width, height, left, top }) {
        const address = item.isPending ? '' : picture(item.path, item.blob, width);
        const isShown = !item.isPending && this.image.getAttribute('src') === address;
        this.item = item;
        this.index = index;
        this.element.dataset.index = String(index);
        for (const [name, value] of Object.entries({ width, height, left, top })) this.element.style.setProperty(name,
            `${Math.round(value * 100) / 100}px`);
        this.link.classList.toggle('airmail', Boolean(item.isPending));
        if (!isShown) this.link.classList.remove('is-loaded', 'is-broken');
        if (item.isPending) {
            this.link.removeAttribute('href');
            set(this.link, { 'aria-label': 'A photo is on its way' });
            this.image.hidden = true;
            this.badge.hidden = true;
            return;
        }
        this.image.hidden = false;
        this.link.style.setProperty('background-color', /^#[0-9a-f]{6}$/i.test(item.color ?? '') ? item.color ?? '' : '');
        set(this.link, { href: item.href ?? '#', 'data-key': item.id,
            'aria-label': `${item.title || 'Untitled'}${item.kind === 'video' ? ', video' : ''}${item.note ? `, ${item.note}` : ''}` });
        if (!isShown) this.image.src = address;
        // That it is a video, the mark on its poster says.
        this.badge.hidden = item.kind !== 'video' || !item.length;
        this.badge.textContent = this.badge.hidden ? '' : lengthOf(item.length ?? 0);
    }

    /** Shows whether it is selected. */
    mark(selected) {
        const isSelected = this.item !== null && selected.has(this.item.id);
        this.element.setAttribute('aria-selected', String(isSelected));
        this.element.classList.toggle('is-selected', isSelected);
    }

    /** Shows nothing, and stops what was loading. */
    clear() {
        this.item = null;
        this.image.removeAttribute('src');
        this.link.classList.remove('is-loaded');
    }
}
