import { picture, playable, send } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { strings } from '../strings/pictures.js';

const pause = (milliseconds) =>
    new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
    });

/**
 * Returns a video with controls. If this browser cannot play the video, the poster is shown until the service has
 * converted the video.
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
        if (isCoded) return explain(strings.cantPlay);
        isCoded = true;
        // Without a source, only the poster is shown.
        element.removeAttribute('src');
        element.poster ||= picture(item.path, item.blob, innerWidth);
        element.controls = false;
        element.load();
        fill(
            note,
            strings.preparing,
            download(strings.downloadFile),
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
            return explain(
                problem.status === 501
                    ? strings.needsFFmpeg
                    : problem.status === 415
                    ? strings.notConverted
                    : `${problem.message} `,
            );
        }
        if (!element.isConnected) return;
        note.remove();
        element.controls = true;
        element.src = playable(item.path, item.blob);
        element.play().catch(() => {});
    }

    function explain(text) {
        fill(note, text, download(strings.downloadFile));
        element.after(note);
    }

    element.addEventListener('error', () => {
        if (element.hasAttribute('src')) prepare();
    });
    // Some browsers play the sound of videos that they cannot show.
    element.addEventListener('loadedmetadata', () => {
        if (!element.videoWidth) prepare();
    });
    return element;
}
