import { playable, send } from '../base/api.js';
import { fill, h } from '../base/dom.js';

const pause = (milliseconds) =>
    new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
    });

/**
 * A video with its controls. Where this browser cannot play it, the poster stands until the service has coded
 * it for all browsers.
 *
 * @param {import('../grid/tile.js').PeekItem} item
 * @param {Record<string, any>} attributes
 */
export function playableVideo(item, attributes) {
    const element = h('video', { src: item.file, controls: true, playsinline: true, ...attributes });
    const note = h('p', { class: 'video-note', role: 'status' });
    const download = (text) => h('a', { href: item.file, download: item.name ?? 'video' }, text);
    let isCoded = false;

    async function prepare() {
        if (isCoded) return tell('This browser cannot play the video. ');
        isCoded = true;
        // Without a source there is nothing but the poster.
        element.removeAttribute('src');
        element.controls = false;
        element.load();
        fill(
            note,
            'The video is being prepared for this browser, and plays when it is ready. ',
            download('Download the file'),
        );
        element.after(note);
        try {
            while (element.isConnected) {
                const { response } = await send('GET', playable(item.path, item.blob), {
                    headers: { Range: 'bytes=0-0' },
                });
                if (response.status !== 202) break;
                await pause(1000 * (Number(response.headers.get('Retry-After')) || 2));
            }
        } catch (problem) {
            return tell(
                problem.status === 501
                    ? 'This browser cannot play the video. With ffmpeg, installed where Postcard runs, it could. '
                    : problem.status === 415
                    ? 'This browser cannot play the video, and it could not be prepared for it. '
                    : `${problem.message} `,
            );
        }
        if (!element.isConnected) return;
        note.remove();
        element.controls = true;
        element.src = playable(item.path, item.blob);
        element.play().catch(() => {});
    }

    function tell(text) {
        fill(note, text, download('Download the file'));
        element.after(note);
    }

    element.addEventListener('error', () => {
        if (element.hasAttribute('src')) prepare();
    });
    // Some play the sound of what they cannot show.
    element.addEventListener('loadedmetadata', () => {
        if (!element.videoWidth) prepare();
    });
    return element;
}
