import { mayWrite } from '../base/api.js';
import { h } from '../base/dom.js';
import { icon, iconButton } from '../base/icons.js';
import { keys } from '../base/keys.js';
import { picture } from '../base/pictures.js';
import { share } from '../base/later.js';
import { beginWithTile, fileOf, memeAddress } from '../grid/item.js';
import { zoomable } from './zoom.js';

/**
 * Shows pictures one at a time, over everything: zoom, swipe, keys, the back of the card.
 *
 * @param {{ items: any[], start: string, until: AbortSignal, slid?: (item: any) => void, closed: (item: any) => void, remove?: (item: any)
 *   => void, go: (path: string) => void }} options Items are as `grid/item.js` has them, with `back`, a function that makes the back of the
 *   card; `slid` is told which is shown, `closed` which was the last.
 * @returns {{ take: (items: any[]) => void, tell: (id: string) => void }} `take` shows that there are others now, `tell` what came to be
 *   known of one.
 */
export function openViewer({ items, start, until, slid = () => {}, closed, remove, go }) {
    let index = Math.max(0, items.findIndex(item => item.id === start));
    let isFlipped = false;
    const stop = new AbortController();
    const image = h('div', { class: 'viewer-slide' });
    const stage = h('div', { class: 'viewer-stage' }, image);
    const caption = h('p', { class: 'viewer-caption', dir: 'auto' });
    const status = h('p', { class: 'visually-hidden', role: 'status' });
    const refusal = h('p', { class: 'viewer-refusal', role: 'status', hidden: true });
    const previous = iconButton('Previous picture', 'back', () => slide(-1), 'viewer-previous');
    const next = iconButton('Next picture', 'next', () => slide(1), 'viewer-next');
    const flip = iconButton('Back of the card', 'info', () => turn(!isFlipped));
    const meme = h('button', { class: 'icon-button viewer-meme writes', onclick: () => {
        const item = items[index];
        if (item.refusal) refusal.hidden = false;
        else go(memeAddress(item));
    } }, icon('meme'), 'Make a meme');
    const bar = h('div', { class: 'viewer-bar' }, iconButton('Close', 'close', () => element.close()), h('span', { class: 'grow' }),
        meme, iconButton('Share', 'share',
            () => { const item = items[index]; share({ ids: [item.shareID ?? item.id], title: item.title, file: fileOf(item) }); }),
        flip, remove && mayWrite() && iconButton('Delete', 'trash', () => remove(items[index])));
    const element = h('dialog', { class: 'viewer', 'aria-label': 'Picture' }, stage, previous, next, bar,
        h('div', { class: 'viewer-foot' }, refusal, caption), status);

    const zoom = zoomable(stage, () => image.querySelector('.viewer-image'),
        { until: stop.signal, swiped: step => { place(0, 0); slide(step); },
        dragged: (dx, dy) => place(dx, Math.max(0, dy)), released: () => place(0, 0), dismissed: () => element.close(),
            tapped: () => element.toggleAttribute('data-bare') });

    function place(dx, dy) {
        stage.classList.toggle('is-dragged', dx !== 0 || dy !== 0);
        image.style.setProperty('transform', dx || dy ? `translate(${dx}px, ${dy}px) scale(${1 - Math.min(0.2, dy / 2000)})` : 'none');
    }

    function show() {
        const item = items[index];
        zoom.reset();
        turn(false);
        refusal.hidden = true;
        const title = item.title || 'Untitled';
        const media = item.kind === 'video' ? h('video',
            { class: 'viewer-image', src: item.file, controls: true, playsinline: true, poster: picture(item.path, item.blob, innerWidth),
                'aria-label': title })
            : h('img', { class: 'viewer-image', alt: title, draggable: 'false', width: item.width, height: item.height,
                src: picture(item.path, item.blob, Math.min(innerWidth, innerHeight * item.width / item.height)) });
        const small = beginWithTile(media, item);
        media.addEventListener('error', () => {
            // Without an answer, what the tile shows is better than nothing.
            if (small && item.kind !== 'video' && media.src !== small) return void (media.src = small);
            media.replaceWith(h('p', { class: 'viewer-trouble' }, item.kind === 'video' ? 'This browser cannot play the video. '
                : 'The picture could not be read. ', item.file && h('a', { href: item.file, download: item.name ?? '' },
                    'Download the file')));
        });
        image.replaceChildren(media);
        describe(item);
        status.textContent = `${title}, ${index + 1} of ${items.length}`;
        previous.disabled = index === 0;
        next.disabled = index === items.length - 1;
        // The neighbours are fetched, so that a swipe shows them at once.
        for (const near of [items[index + 1], items[index - 1]]) if (near && near.kind !== 'video') new Image().src = picture(near.path,
            near.blob, Math.min(innerWidth, innerHeight * near.width / near.height));
    }

    function describe(item) {
        caption.textContent = item.caption ?? item.title ?? '';
        refusal.textContent = item.refusal ?? '';
        flip.hidden = !item.back;
        meme.hidden = memeAddress(item) === null;
        meme.setAttribute('aria-disabled', String(Boolean(item.refusal)));
    }

    function slide(step) {
        const to = index + step;
        if (to < 0 || to >= items.length) return;
        index = to;
        show();
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) image.animate([{ transform: `translateX(${step * 60}px)`,
            opacity: 0.3 }, { transform: 'none', opacity: 1 }], { duration: 160, easing: 'ease-out' });
        slid(items[index]);
    }

    function turn(isBack) {
        isFlipped = isBack && Boolean(items[index].back);
        flip.setAttribute('aria-pressed', String(isFlipped));
        element.toggleAttribute('data-flipped', isFlipped);
        image.querySelector('.viewer-back')?.remove();
        if (!isFlipped) return;
        zoom.reset();
        image.append(h('div', { class: 'viewer-back' }, items[index].back()));
        status.textContent = 'Back of the card';
    }

    keys({
        'ArrowLeft': ['Previous picture', () => slide(-1)], 'ArrowRight': ['Next picture', () => slide(1)],
            '+ =': ['Closer', () => zoom.by(1.6)], '-': ['Farther', () => zoom.by(1 / 1.6)], '0': ['Whole picture', () => zoom.reset()],
        'i': ['Back of the card', () => turn(!isFlipped)], 'Delete Backspace': ['Delete',
            () => { if (!remove || !mayWrite()) return false; remove(items[index]); }], 'Home': ['', () => slide(-index)],
                'End': ['', () => slide(items.length - 1 - index)],
    }, { until: stop.signal, root: element });
    element.addEventListener('cancel', event => { if (isFlipped) { event.preventDefault(); turn(false); } });
    element.addEventListener('close', () => {
        const region = element.querySelector('.toasts');
        if (region) document.body.append(region);
        stop.abort();
        element.remove();
        if (!until.aborted) closed(items[index]);
    });
    until.addEventListener('abort', () => element.close());
    document.body.append(element);
    element.showModal();
    show();
    return { tell: id => { if (items[index].id === id) describe(items[index]); }, take(changed) {
        if (!changed.length) return element.close();
        const id = items[index].id;
        const at = changed.findIndex(item => item.id === id);
        items = changed;
        if (at >= 0) { index = at; return; }
        index = Math.min(index, items.length - 1);
        show();
        slid(items[index]);
    } };
}
