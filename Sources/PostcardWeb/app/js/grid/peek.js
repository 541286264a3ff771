import { mayWrite } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { picture } from '../base/pictures.js';
import { share } from '../base/share.js';

/**
 * What a peek shows and can do: a grid item with the address of its file, and what concerns it.
 *
 * @typedef {import('./photo-grid.js').GridItem & { file?: string, name?: string, caption?: string, credit?: string, refusal?: string |
 *   null, meme?: string | null, shareID?: string }} PeekItem `refusal` is why no meme can be made of it; `meme` is the address where one is
 *   made, null for none.
 */

/** The address of the editor with a picture. */
export const memeAddress = item => item.meme === undefined ? `/app/memes/new?photo=${item.id}` : item.meme;

/** The file of an item, as `share` takes it. */
export const fileOf = item => item?.file ? { path: item.file, name: item.name ?? 'picture.jpg', isPicture: item.kind !== 'video' } : null;

/**
 * Shows a larger view of a picture, with what can be done with it.
 *
 * @param {PeekItem} item
 * @param {{ open?: () => void, remove?: () => void, select?: () => void, go: (path: string) => void, until: AbortSignal }} actions
 */
export function peek(item, { open, remove, select, go, until }) {
    const isVideo = item.kind === 'video';
    const image = h('img', { class: 'peek-image', alt: item.title || '', draggable: 'false', width: item.width, height: item.height,
        src: picture(item.path, item.blob, Math.min(innerWidth, 900)) });
    const media = h('button', { type: 'button', class: 'peek-media', 'aria-label': isVideo ? 'Play' : 'Open',
        onclick: () => (isVideo ? play() : (box.close(), open?.())) }, image);
    media.style.setProperty('--ratio', String(item.width / item.height || 1.5));
    function play() {
        const video = h('video', { class: 'peek-image', src: item.file, controls: true, autoplay: true, playsinline: true,
            poster: image.src });
        video.addEventListener('error',
            () => video.replaceWith(h('p', { class: 'peek-trouble' }, 'This browser cannot play the video. ',
                h('a', { href: item.file, download: item.name ?? 'video' }, 'Download it'), ' to see it elsewhere.')));
        media.replaceWith(video);
        video.focus();
    }
    const meme = memeAddress(item);
    const choice = (text, name, run, reason) => h('button', { type: 'button', class: ['peek-action', name === 'trash' && 'is-dangerous'],
        'aria-disabled': reason ? 'true' : null, title: reason ?? null,
            onclick: () => { if (!reason) { if (name !== 'play') box.close(); run(); } else refusal.hidden = false; } }, icon(name), text);
    const refusal = h('p', { class: 'soft small', role: 'status', hidden: true }, item.refusal);
    const box = dialog({ title: item.title || (isVideo ? 'Video' : 'Picture'), isTitleHidden: true, kind: 'peek', until,
        content: [media, item.caption && h('p', { class: 'peek-caption' }, item.caption),
        h('div', { class: 'peek-actions' }, isVideo && choice('Play', 'play', play), meme && mayWrite() && !isVideo
            && choice('Meme', 'meme', () => go(meme), item.refusal), select && choice('Select', 'select', select),
            choice('Share', 'share', () => { share({ ids: [item.shareID ?? item.id], title: item.title, file: fileOf(item) }); }), remove
                && mayWrite() && choice('Delete', 'trash', remove)),
        refusal] });
    media.focus({ preventScroll: true });
    return box;
}

/**
 * Shows a larger view beside a tile that the mouse rests on.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid
 * @param {AbortSignal} until
 */
export function peekOnHover(grid, until) {
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    let timer = 0;
    let shown = /** @type {HTMLElement | null} */ (null);
    const hide = () => { clearTimeout(timer); shown?.remove(); shown = null; };
    grid.element.addEventListener('pointerover', event => {
        const link = event.target instanceof Element && event.target.closest('.tile');
        const item = link && event.pointerType === 'mouse' ? grid.itemOf(link) : null;
        hide();
        if (!item || item.isPending || grid.selected.size) return;
        timer = setTimeout(() => {
            const box = link.getBoundingClientRect();
            const scale = Math.min(innerWidth * 0.42 / item.width, innerHeight * 0.62 / item.height, 2.4 * box.width / item.width);
            const [width, height] = [item.width * scale, item.height * scale];
            if (width < box.width * 1.15) return;
            shown = h('img', { class: 'hover-peek', alt: '', src: picture(item.path, item.blob, width), 'aria-hidden': 'true' });
            const left = box.right + 8 + width <= innerWidth ? box.right + 8 : box.left - 8 - width >= 0 ? box.left - 8 - width
                : Math.max(8, Math.min(innerWidth - width - 8, box.left + (box.width - width) / 2));
            const top = Math.max(8, Math.min(innerHeight - height - 8, box.top + (box.height - height) / 2));
            for (const [name, value] of Object.entries({ left, top, width, height })) shown.style.setProperty(name, `${value}px`);
            document.body.append(shown);
        }, 350);
    }, { signal: until });
    for (const name of ['pointerleave', 'pointerdown', 'click', 'keydown']) grid.element.addEventListener(name, hide, { signal: until });
    document.addEventListener('scroll', hide, { capture: true, passive: true, signal: until });
    until.addEventListener('abort', hide);
}
