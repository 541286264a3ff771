import { file, picture } from '../base/api.js';
import { h, set } from '../base/dom.js';
import { dayAndTimeOf, lengthOf, position, size } from '../base/words.js';
import { strings } from '../strings/pictures.js';

/**
 * The item that a tile shows.
 *
 * @typedef {{ id: string, path: string, blob?: string, width: number, height: number, title: string, kind?:
 *   string, color?: string, href?: string, length?: number, isPending?: boolean, date?: string }} GridItem
 *   `path` is the item's path, which the paths of its versions start with; a pending item is a placeholder.
 */

/**
 * Stops images from loading. An image that is only removed from the page would continue to load, and its picture may
 * be deleted.
 *
 * @param {Iterable<HTMLImageElement>} images
 */
export function stopLoading(images) {
    for (const image of images) image.removeAttribute('src');
}

/** A picture in a grid, reused for other pictures. */
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
        this.image.addEventListener('error', () => {
            if (this.image.getAttribute('src')) this.link.classList.add('is-broken');
        });
    }

    /**
     * Shows an item.
     *
     * @param {GridItem} item
     * @param {number} index
     * @param {{ width: number, height: number, left: number, top: number }} box
     */
    show(item, index, { width, height, left, top }) {
        const url = item.isPending ? '' : picture(item.path, item.blob, width);
        const isShown = !item.isPending && this.image.getAttribute('src') === url;
        this.item = item;
        this.index = index;
        this.element.dataset.index = String(index);
        for (const [name, value] of Object.entries({ width, height, left, top })) {
            this.element.style.setProperty(name, `${Math.round(value * 100) / 100}px`);
        }
        this.link.classList.toggle('airmail', Boolean(item.isPending));
        if (!isShown) this.link.classList.remove('is-loaded', 'is-broken');
        if (item.isPending) {
            this.link.removeAttribute('href');
            set(this.link, { 'aria-label': strings.loadingPhoto });
            this.image.hidden = true;
            this.badge.hidden = true;
            return;
        }
        this.image.hidden = false;
        this.link.style.setProperty(
            'background-color',
            /^#[0-9a-f]{6}$/i.test(item.color ?? '') ? item.color ?? '' : '',
        );
        set(this.link, {
            href: item.href ?? '#',
            'data-key': item.id,
            'aria-label': [
                item.title || strings.untitled,
                dayAndTimeOf(item.date),
                item.kind === 'video' && strings.aVideo,
            ].filter(Boolean).join(', '),
        });
        if (!isShown) this.image.src = url;
        // Without a length, only the mark on the poster shows that the item is a video.
        this.badge.hidden = item.kind !== 'video' || !item.length;
        this.badge.textContent = this.badge.hidden ? '' : lengthOf(item.length ?? 0);
    }

    /** Shows if the item is selected. */
    mark(selected) {
        const isSelected = this.item !== null && selected.has(this.item.id);
        this.element.setAttribute('aria-selected', String(isSelected));
        this.element.classList.toggle('is-selected', isSelected);
    }

    /** Clears the tile, and stops loading. */
    clear() {
        this.item = null;
        this.image.removeAttribute('src');
        this.link.classList.remove('is-loaded');
    }
}

/**
 * The item in a peek: a grid item with the URL of its file, and its actions.
 *
 * @typedef {import('./tile.js').GridItem & { file?: string, name?: string, caption?: string, credit?: string,
 *   refusal?: string | null, meme?: string | null, entry?: string, number?:
 *   number, edit?: string, share?: () => void }} PeekItem `refusal` is the reason why the picture cannot become a meme; `meme` is
 *   the path of the meme editor, null if there is none; `entry` and `number` identify a picture in an entry; `edit` is
 *   the path where the item is edited; `share` opens another share sheet.
 */

/** Returns the path of the meme editor for a picture. */
export const memePath = (item) => item.meme === undefined ? `/app/memes/new?photo=${item.id}` : item.meme;

/** Returns the files of items, as an option for `share`; an empty list if an item has no file. */
export const filesOf = (items) =>
    items.every((item) => item.file)
        ? items.map((item) => ({
            path: item.file,
            name: item.name ?? 'picture.jpg',
            isPicture: item.kind !== 'video',
        }))
        : [];

/**
 * Returns the options of `share` for an item. For a single picture in an entry, only the file is shared, since a page
 * would show the whole entry.
 */
export const shareable = (item) => ({
    ids: item.id.includes('/') ? [] : [item.id],
    title: item.title,
    files: filesOf([item]),
});

/**
 * Shows the image from an item's tile until the larger picture is loaded.
 *
 * @returns {string | undefined} The URL of the tile's image.
 */
export function beginWithTile(image, item) {
    const tile = /** @type {HTMLImageElement | null} */ (document.querySelector(
        `.tile[data-key="${CSS.escape(item.id)}"] img`,
    ));
    const small = tile?.currentSrc;
    if (small) image.style.setProperty('background', `url("${small}") center / contain no-repeat`);
    for (const event of ['load', 'loadeddata']) {
        image.addEventListener(event, () => image.style.removeProperty('background'));
    }
    return small;
}

/**
 * Shows a larger view next to a tile while the mouse rests on it.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid
 * @param {AbortSignal} until
 */
export function peekOnHover(grid, until) {
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    let timer = 0;
    let shown = /** @type {HTMLImageElement | null} */ (null);
    const hide = () => {
        clearTimeout(timer);
        if (shown) stopLoading([shown]);
        shown?.remove();
        shown = null;
    };
    let under = /** @type {Element | null} */ (null);
    // Not `pointerover`: a tile that scrolls under a resting mouse is not hovered.
    grid.element.addEventListener('pointermove', (event) => {
        const link = event.target instanceof Element ? event.target.closest('.tile') : null;
        if (link === under) return;
        under = link;
        const item = link && event.pointerType === 'mouse' && !event.buttons ? grid.itemOf(link) : null;
        hide();
        if (!item || item.isPending || grid.selected.size) return;
        timer = setTimeout(() => {
            const box = link.getBoundingClientRect();
            const scale = Math.min(
                innerWidth * 0.42 / item.width,
                innerHeight * 0.62 / item.height,
                2.4 * box.width / item.width,
            );
            const [width, height] = [item.width * scale, item.height * scale];
            if (width < box.width * 1.15) return;
            shown = h('img', {
                class: 'hover-peek',
                alt: '',
                src: picture(item.path, item.blob, width),
                'aria-hidden': 'true',
            });
            const left = box.right + 8 + width <= innerWidth
                ? box.right + 8
                : box.left - 8 - width >= 0
                ? box.left - 8 - width
                : Math.max(8, Math.min(innerWidth - width - 8, box.left + (box.width - width) / 2));
            const top = Math.max(8, Math.min(innerHeight - height - 8, box.top + (box.height - height) / 2));
            for (const [name, value] of Object.entries({ left, top, width, height })) {
                shown.style.setProperty(name, `${value}px`);
            }
            document.body.append(shown);
        }, 800);
    }, { signal: until });
    grid.element.addEventListener('pointerleave', () => {
        under = null;
    }, { signal: until });
    for (const name of ['pointerleave', 'pointerdown', 'click', 'keydown']) {
        grid.element.addEventListener(name, hide, { signal: until });
    }
    document.addEventListener('scroll', hide, { capture: true, passive: true, signal: until });
    until.addEventListener('abort', hide);
}

/** Returns a library photo as an item for grids and the viewer. */
export function photoItem(photo) {
    const path = `/library/photos/${photo.id}`;
    return {
        id: photo.id,
        kind: 'photo',
        path,
        blob: photo.blob,
        width: photo.width,
        height: photo.height,
        color: photo.color,
        title: photo.title,
        date: photo.dateTaken,
        href: `/app/pins/${photo.album}/photos/${photo.id}`,
        file: file(path, photo.blob),
        name: fileName(photo),
        credit: photo.credit,
        refusal: refusalOf(photo),
        back: () => backOf(photo),
        caption: [photo.title, photo.owner && `© ${photo.owner}`].filter(Boolean).join(' · '),
    };
}

/** Returns why no meme can be made from a photo; null if the license allows memes. */
export function refusalOf(photo) {
    return photo.license.allowsDerivatives ? null : strings.noDerivatives(photo.license.name);
}

const fileName = (photo) =>
    `${(photo.title || 'photo').replace(/[^\p{L}\p{N} ._-]+/gu, '').trim().slice(0, 60) || 'photo'}.jpg`;

/**
 * Returns the back of the card: author, license, place and date. The user's own pictures have a credit line at most.
 *
 * @param {any} photo
 * @param {{ href: string, text: string }} [home] A link to the photo's album or journal.
 */
export function backOf(photo, home) {
    const link = (url, text) =>
        /^https?:\/\//.test(url ?? '')
            ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer', dir: 'auto' }, text)
            : text;
    return h(
        'div',
        { class: 'card-back' },
        h(
            'div',
            { class: 'card-note' },
            h('h2', { dir: 'auto' }, photo.title || strings.untitled),
            photo.owner === undefined
                ? photo.credit && h('p', { dir: 'auto' }, photo.credit)
                : h('p', null, strings.photoBy, link(photo.ownerURL, photo.owner || strings.unknownAuthor)),
            photo.license && h('p', null, link(photo.license.url, photo.license.name)),
            photo.page &&
                h('p', null, link(photo.page, strings.originalPage)),
            h('p', { class: 'small soft' }, `${photo.width} × ${photo.height}, ${size(photo.bytes)}`),
            home && h('p', null, h('a', { href: home.href }, home.text)),
        ),
        h(
            'div',
            { class: 'card-address' },
            h('div', { class: 'card-stamp', 'aria-hidden': 'true' }),
            h('div', { class: 'postmark' }, dayAndTimeOf(photo.dateTaken) || strings.undated),
            photo.coordinate &&
                h('a', {
                    class: 'small',
                    href: `/app/?at=${photo.coordinate.latitude},${photo.coordinate.longitude},14`,
                }, position(photo.coordinate)),
        ),
    );
}
