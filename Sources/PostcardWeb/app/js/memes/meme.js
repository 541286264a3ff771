import { mayWrite, picture, resource } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, h, icon } from '../base/dom.js';
import { keys } from '../base/keys.js';
import { later } from '../base/later.js';
import { showResource } from '../base/lists.js';
import { dayAndTimeOf } from '../base/words.js';
import { strings } from '../strings/memes.js';
import { isAnimated } from './animation.js';
import { deleteMemes, shareMeme } from './gallery.js';
import { fileName, titleOf } from './preview.js';

const deliver = later(() => import('./send.js'), 'deliver');
const sendMenu = later(() => import('./send.js'), 'sendMenu');

/** A meme at full size with its actions: an overlay over the gallery. */
export default function meme(screen) {
    const id = screen.params.meme;
    const into = h('div', { class: 'meme-page' });
    screen.title(strings.meme);
    const box = dialog({
        title: strings.meme,
        content: into,
        kind: 'full',
        until: screen.until,
        isScreen: true,
    });
    let isLeaving = false;
    const leave = (path) => {
        isLeaving = true;
        box.close();
        path ? screen.go(path, { replace: true }) : screen.back('/app/memes');
    };
    box.closed.then(() => {
        if (!isLeaving && !screen.until.aborted) screen.back('/app/memes');
    });
    const button = (name, text, run, kind = '') =>
        h('button', { class: ['button', kind], onclick: run }, icon(name), text);
    const remove = () => {
        leave();
        deleteMemes([id]);
    };
    showResource(resource(`/library/memes/${id}`), (made) => {
        const title = titleOf(made.texts);
        screen.title(title);
        /** @type {HTMLElement} */ (box.element.querySelector('h2')).textContent = title;
        return [
            h('img', {
                class: 'meme-large',
                src: picture(`/library/memes/${id}`, made.blob, Math.min(1000, innerWidth)),
                alt: title,
                width: made.width,
                height: made.height,
                style: { '--width': `${made.width}px`, '--ratio': String(made.width / made.height) },
            }),
            h(
                'div',
                { class: 'send-row' },
                downloads(id, made),
                button('share', strings.share, () => shareMeme(made)),
                button(
                    'next',
                    strings.forApps,
                    (event) =>
                        sendMenu(event.currentTarget, { picture: `library:${id}`, meme: {} }, made.texts),
                    'button-quiet',
                ),
            ),
            mayWrite() &&
            h(
                'div',
                { class: 'row row-center' },
                button('entry', strings.edit, () => leave(`/app/memes/new?meme=${id}&edit`)),
                button('meme', strings.editCopy, () => leave(`/app/memes/new?meme=${id}`)),
                button('trash', strings.delete, remove, 'button-danger'),
            ),
            h(
                'p',
                { class: 'soft small' },
                [`${dayAndTimeOf(made.created)} · ${made.width} × ${made.height}`, made.credit].filter(
                    Boolean,
                ).join(' · '),
            ),
        ];
    }, { into, until: screen.until });
    keys({
        Delete: [strings.deleteMeme, () => {
            if (mayWrite()) remove();
        }],
    }, { until: screen.until, root: box.element });
}

/**
 * Returns the download buttons of a meme. For an animation, the first button makes an MP4 or, without ffmpeg, a GIF,
 * which all programs play.
 */
function downloads(id, made) {
    const path = `/library/memes/${id}/file`;
    const link = (kind, text) =>
        h(
            'a',
            { class: ['button', kind], href: path, download: fileName(made.texts, made.format) },
            icon('download'),
            text,
        );
    const place = h('span', { class: 'send-downloads' }, link('button-primary', strings.download));
    if (['webp', 'png', 'apng'].includes(made.format)) {
        isAnimated(path).then((found) => {
            if (!found) return;
            const body = { picture: `library:${id}`, meme: {} };
            const button = (kind, text, wanted) =>
                h(
                    'button',
                    {
                        class: ['button', kind],
                        onclick: (event) => deliver(event.currentTarget, 'download', wanted, made.texts),
                    },
                    icon('download'),
                    text,
                );
            fill(
                place,
                button('button-primary', strings.download, body),
                button('button-quiet', strings.downloadAs('GIF'), { ...body, format: 'gif' }),
                link('button-quiet', strings.downloadAs({ webp: 'WebP' }[made.format] ?? 'PNG')),
            );
        }, () => {});
    }
    return place;
}
