import { mayWrite, picture } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h, icon } from '../base/dom.js';
import { share } from '../base/later.js';
import { strings } from '../strings/pictures.js';
import { playableVideo } from '../viewer/video.js';
import { beginWithTile, memePath, shareable, stopLoading } from './tile.js';

/**
 * Shows a larger view of a picture, with actions.
 *
 * @param {import('./tile.js').PeekItem} item
 * @param {{ open?: () => void, remove?: () => void, select?: () => void, go: (path: string) => void, until:
 *   AbortSignal }} actions
 */
export function peek(item, { open, remove, select, go, until }) {
    const isVideo = item.kind === 'video';
    const image = h('img', {
        class: 'peek-image',
        alt: item.title || '',
        draggable: 'false',
        width: item.width,
        height: item.height,
        src: picture(item.path, item.blob, Math.min(innerWidth, 900)),
    });
    beginWithTile(image, item);
    const media = h('button', {
        class: 'peek-media',
        'aria-label': isVideo ? strings.play : strings.open,
        onclick: () => (isVideo ? play() : (box.close(), open?.())),
    }, image);
    media.style.setProperty('--ratio', String(item.width / item.height || 1.5));
    function play() {
        const video = playableVideo(item, { class: 'peek-image', autoplay: true, poster: image.src });
        media.replaceWith(video);
        video.focus();
    }
    const meme = memePath(item);
    const choice = (text, name, run, reason) =>
        h(
            'button',
            {
                class: ['peek-action', name === 'trash' && 'is-dangerous'],
                'aria-disabled': reason ? 'true' : null,
                title: reason ?? null,
                onclick: () => {
                    if (!reason) {
                        if (name !== 'play') box.close();
                        run();
                    } else refusal.hidden = false;
                },
            },
            icon(name),
            text,
        );
    const refusal = h('p', { class: 'soft small', role: 'status', hidden: true }, item.refusal);
    const box = dialog({
        title: item.title || (isVideo ? strings.video : strings.picture),
        isTitleHidden: true,
        kind: 'peek',
        until,
        content: [
            media,
            item.caption && h('p', { class: 'peek-caption', dir: 'auto' }, item.caption),
            h(
                'div',
                { class: 'peek-actions' },
                isVideo && choice(strings.play, 'play', play),
                meme && mayWrite() && !isVideo &&
                    choice(strings.meme, 'meme', () => go(meme), item.refusal),
                item.edit && mayWrite() && choice(strings.edit, 'entry', () => go(item.edit)),
                select && choice(strings.select, 'select', select),
                choice(strings.share, 'share', () => {
                    item.share ? item.share() : share(shareable(item));
                }),
                remove &&
                    mayWrite() && choice(strings.delete, 'trash', remove),
            ),
            refusal,
        ],
    });
    box.closed.then(() => stopLoading([image]));
    media.focus({ preventScroll: true });
}
