import { mayWrite, picture } from '../base/api.js';
import { h, icon, iconButton } from '../base/dom.js';
import { keys } from '../base/keys.js';
import { share } from '../base/later.js';
import { doubleTaps, follow, wheelFactor } from '../base/pointers.js';
import { followDialog } from '../base/toast.js';
import { beginWithTile, memePath, shareable, stopLoading } from '../grid/tile.js';
import { strings } from '../strings/pictures.js';
import { playableVideo } from './video.js';

/**
 * Makes a picture zoomable by pinch, double tap, wheel and drag. Detects swipes while the picture is not zoomed.
 *
 * @param {HTMLElement} stage The element that receives pointer events, with `touch-action: none`.
 * @param {() => HTMLElement | null} target Returns the element to zoom.
 * @param {{ until: AbortSignal, swiped: (step: -1 | 1) => void, dragged: (dx: number, dy: number) => void,
 *   released: () => void, dismissed: () => void, tapped: (event: PointerEvent) => void }} options `dragged` follows a
 *   finger movement that may become a swipe; `released` resets the drag.
 * @returns {{ reset: () => void, by: (factor: number) => void, isZoomed: () => boolean }}
 */
function zoomable(stage, target, { until, swiped, dragged, released, dismissed, tapped }) {
    const most = 8;
    let view = { scale: 1, x: 0, y: 0 };
    let axis = '';
    const isSecond = doubleTaps();
    const apply = (isSmooth) => {
        const element = target();
        if (!element) return;
        element.classList.toggle('is-moving', !isSmooth);
        element.style.setProperty(
            'transform',
            view.scale === 1 ? 'none' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
        );
        stage.toggleAttribute('data-zoomed', view.scale > 1);
    };
    const bound = () => {
        const element = target();
        if (!element) return;
        const [mostX, mostY] = [
            Math.max(0, (element.offsetWidth * view.scale - stage.clientWidth) / 2),
            Math.max(0, (element.offsetHeight * view.scale - stage.clientHeight) / 2),
        ];
        view.x = Math.max(-mostX, Math.min(mostX, view.x));
        view.y = Math.max(-mostY, Math.min(mostY, view.y));
    };
    const scaleTo = (scale, at, isSmooth = false) => {
        const next = Math.max(1, Math.min(most, scale));
        const box = stage.getBoundingClientRect();
        const [dx, dy] = [at.x - box.left - box.width / 2, at.y - box.top - box.height / 2];
        const rest = next / view.scale;
        view = { scale: next, x: dx - (dx - view.x) * rest, y: dy - (dy - view.y) * rest };
        if (next === 1) view = { scale: 1, x: 0, y: 0 };
        bound();
        apply(isSmooth);
    };
    const center = () => {
        const box = stage.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    };
    const reset = (isSmooth = false) => {
        view = { scale: 1, x: 0, y: 0 };
        apply(isSmooth);
    };

    follow(stage, {
        until,
        began: ({ target }) => {
            if (target instanceof Element && target.closest('button, a, video, .card-back')) return false;
            axis = '';
        },
        moved: ({ dx, dy, stepX, stepY, wasPinched }) => {
            if (view.scale > 1) {
                view.x += stepX;
                view.y += stepY;
                bound();
                apply(false);
            } else if (!wasPinched) {
                if (!axis && Math.hypot(dx, dy) > 8) axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
                if (axis) dragged(axis === 'x' ? dx : 0, axis === 'y' ? dy : 0);
            }
        },
        pinched: ({ x, y, stepX, stepY, factor }) => {
            view.x += stepX;
            view.y += stepY;
            scaleTo(view.scale * factor, { x, y });
        },
        ended: ({ start, event, dx, dy, wasPinched }) => {
            if (wasPinched) return;
            if (event.type === 'pointercancel') return released();
            const at = { x: event.clientX, y: event.clientY };
            if (view.scale > 1) {
                if (Math.hypot(dx, dy) < 8 && isSecond(event)) reset(true);
                return;
            }
            const speed = (axis === 'x' ? dx : dy) / Math.max(1, event.timeStamp - start.timeStamp);
            // A swipe is faster than half a pixel per millisecond, or longer than half of the view.
            if (axis === 'x' && (Math.abs(speed) >= 0.5 || Math.abs(dx) > stage.clientWidth / 2)) {
                return swiped(dx < 0 ? 1 : -1);
            }
            if (axis === 'y' && dy > 0 && (speed >= 0.5 || dy > stage.clientHeight * 0.4 / 3 * 2)) {
                return dismissed();
            }
            if (axis) return released();
            if (isSecond(event)) scaleTo(2.5, at, true);
            else tapped(event);
        },
    });
    stage.addEventListener('wheel', (event) => {
        event.preventDefault();
        scaleTo(view.scale * wheelFactor(event), { x: event.clientX, y: event.clientY });
    }, { signal: until, passive: false });
    return {
        reset,
        by: (factor) => scaleTo(view.scale * factor, center(), true),
        isZoomed: () => view.scale > 1,
    };
}

/**
 * Opens a viewer that shows pictures one at a time, with zoom, swipe, keys and the back of the card.
 *
 * @param {{ items: any[], start: string, until: AbortSignal, slid?: (item: any) => void, closed: (item: any)
 *   => void, remove?: (item: any) => void, go: (path: string) => void }} options Items are `GridItem` values with a
 *   function `back` that returns the back of the card; `slid` is called with the shown item, and `closed` with the
 *   last shown item.
 * @returns {{ take: (items: any[], shown?: string) => void, update: (id: string) => void }} `take` replaces the items,
 *   and shows the item with an id, such as a restored one; `update` shows new details of one item.
 */
export function openViewer({ items, start, until, slid = () => {}, closed, remove, go }) {
    let index = Math.max(0, items.findIndex((item) => item.id === start));
    let isFlipped = false;
    /** True until the first slide, so a video plays if the user tapped its tile. */
    let isFirst = true;
    /** The previous and next pictures, which are preloaded. */
    let neighbors = /** @type {HTMLImageElement[]} */ ([]);
    const stop = new AbortController();
    const image = h('div', { class: 'viewer-slide' });
    const loaded = () => [...neighbors, ...image.querySelectorAll('img')];
    const stage = h('div', { class: 'viewer-stage' }, image);
    const caption = h('p', { class: 'viewer-caption', dir: 'auto' });
    const status = h('p', { class: 'visually-hidden', role: 'status' });
    const refusal = h('p', { class: 'viewer-refusal', role: 'status', hidden: true });
    const previous = iconButton(strings.previous, 'back', () => slide(-1), 'viewer-previous');
    const next = iconButton(strings.next, 'next', () => slide(1), 'viewer-next');
    const flip = iconButton(strings.cardBack, 'info', () => turn(!isFlipped));
    const meme = h(
        'button',
        {
            class: 'icon-button viewer-meme writes',
            onclick: () => {
                const item = items[index];
                if (item.refusal) refusal.hidden = false;
                else go(memePath(item));
            },
        },
        icon('meme'),
        h('span', null, strings.makeMeme),
    );
    const position = h('span', { class: 'grow viewer-count', 'aria-hidden': 'true' });
    const bar = h(
        'div',
        { class: 'viewer-bar' },
        iconButton(strings.close, 'close', () => element.close()),
        position,
        meme,
        iconButton(strings.share, 'share', () => {
            share(shareable(items[index]));
        }),
        flip,
        remove && mayWrite() && iconButton(strings.delete, 'trash', () => remove(items[index])),
    );
    const element = h(
        'dialog',
        { class: 'viewer', 'aria-label': strings.picture },
        stage,
        previous,
        next,
        bar,
        h('div', { class: 'viewer-foot' }, refusal, caption),
        status,
    );

    const zoom = zoomable(stage, () => image.querySelector('.viewer-image'), {
        until: stop.signal,
        swiped: (step) => {
            place(0, 0);
            slide(step);
        },
        dragged: (dx, dy) => place(dx, Math.max(0, dy)),
        released: () => place(0, 0),
        dismissed: () => element.close(),
        tapped: () => element.toggleAttribute('data-bare'),
    });

    function place(dx, dy) {
        stage.classList.toggle('is-dragged', dx !== 0 || dy !== 0);
        image.style.setProperty(
            'transform',
            dx || dy ? `translate(${dx}px, ${dy}px) scale(${1 - Math.min(0.2, dy / 2000)})` : 'none',
        );
    }

    function show() {
        const item = items[index];
        zoom.reset();
        turn(false);
        refusal.hidden = true;
        const title = item.title || strings.untitled;
        const media = item.kind === 'video'
            ? playableVideo(item, {
                class: 'viewer-image',
                // The frames are sharper than the poster, which has a play mark for tiles.
                preload: 'metadata',
                autoplay: isFirst,
                poster: null,
                'aria-label': title,
            })
            : h('img', {
                class: 'viewer-image',
                alt: title,
                draggable: 'false',
                width: item.width,
                height: item.height,
                src: picture(
                    item.path,
                    item.blob,
                    Math.min(innerWidth, innerHeight * item.width / item.height),
                ),
            });
        const small = beginWithTile(media, item);
        if (item.kind !== 'video') {
            media.addEventListener('error', () => {
                // If the service is unreachable, the tile's image is shown instead.
                if (small && media.src !== small) return void (media.src = small);
                media.replaceWith(
                    h(
                        'p',
                        { class: 'viewer-trouble' },
                        strings.notLoaded,
                        item.file &&
                            h('a', { href: item.file, download: item.name ?? '' }, strings.downloadFile),
                    ),
                );
            });
        }
        isFirst = false;
        const before = loaded();
        image.replaceChildren(media);
        describe(item);
        status.textContent = strings.titleOf(title, index + 1, items.length);
        number();
        // The neighbors are preloaded, so a swipe shows them at once.
        neighbors = [items[index + 1], items[index - 1]].filter((near) => near && near.kind !== 'video').map((
            { path, blob, width, height },
        ) => h('img', { src: picture(path, blob, Math.min(innerWidth, innerHeight * width / height)) }));
        stopLoading(before);
    }

    function number() {
        position.textContent = items.length > 1 ? `${index + 1} / ${items.length}` : '';
        previous.disabled = index === 0;
        next.disabled = index === items.length - 1;
    }

    function describe(item) {
        caption.textContent = item.caption ?? item.title ?? '';
        refusal.textContent = item.refusal ?? '';
        flip.hidden = !item.back;
        meme.hidden = memePath(item) === null;
        meme.setAttribute('aria-disabled', String(Boolean(item.refusal)));
    }

    function slide(step) {
        const to = index + step;
        if (to < 0 || to >= items.length) return;
        index = to;
        show();
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
            image.animate([{ transform: `translateX(${step * 60}px)`, opacity: 0.3 }, {
                transform: 'none',
                opacity: 1,
            }], { duration: 160, easing: 'ease-out' });
        }
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
        status.textContent = strings.cardBack;
    }

    keys({
        'ArrowLeft': [strings.previous, () => slide(-1)],
        'ArrowRight': [strings.next, () => slide(1)],
        '+ =': [strings.zoomIn, () => zoom.by(1.6)],
        '-': [strings.zoomOut, () => zoom.by(1 / 1.6)],
        '0': [strings.wholePicture, () => zoom.reset()],
        'i': [strings.cardBack, () => turn(!isFlipped)],
        'm': [strings.makeMeme, () => {
            if (meme.hidden || !mayWrite()) return false;
            meme.click();
        }],
        'Delete Backspace': [strings.delete, () => {
            if (!remove || !mayWrite()) return false;
            remove(items[index]);
        }],
        'Home': ['', () => slide(-index)],
        'End': ['', () => slide(items.length - 1 - index)],
    }, { until: stop.signal, root: element });
    element.addEventListener('cancel', (event) => {
        if (isFlipped) {
            event.preventDefault();
            turn(false);
        }
    });
    element.addEventListener('close', () => {
        const region = element.querySelector('.toasts');
        if (region) document.body.append(region);
        stop.abort();
        stopLoading(loaded());
        element.remove();
        if (!until.aborted) closed(items[index]);
    });
    until.addEventListener('abort', () => element.close());
    document.body.append(element);
    element.showModal();
    followDialog();
    show();
    return {
        update: (id) => {
            if (items[index].id === id) describe(items[index]);
        },
        take(changed, shown = items[index].id) {
            if (!changed.length) return element.close();
            const id = items[index].id;
            const at = changed.findIndex((item) => item.id === shown);
            items = changed;
            index = at >= 0 ? at : Math.min(index, items.length - 1);
            if (items[index].id === id) return number();
            show();
            slid(items[index]);
        },
    };
}
