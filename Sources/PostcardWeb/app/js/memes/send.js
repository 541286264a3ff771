import { isAbort, Problem } from '../base/api.js';
import { openMenu } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { complain, toast } from '../base/toast.js';
import { isAnimated } from './animation.js';
import { fileName, withOwnPictures } from './preview.js';

/** The destinations, as named by the service. */
const places = [
    ['whatsapp-sticker', 'WhatsApp sticker'],
    ['whatsapp-status', 'WhatsApp status'],
    ['telegram-sticker', 'Telegram sticker'],
    ['telegram-emoji', 'Telegram emoji'],
    ['discord-emoji', 'Discord emoji'],
    ['discord-sticker', 'Discord sticker'],
    ['slack-emoji', 'Slack emoji'],
    ['instagram-post', 'Instagram post'],
    ['instagram-reel', 'Instagram reel'],
    ['instagram-story', 'Instagram story'],
    ['x', 'X'],
];

/**
 * Returns the file of a meme without saving the meme; `body` is the body of `POST /memes`. An animation becomes an MP4,
 * or a GIF if the service can't make videos, unless the body names a format or a destination. All programs play both.
 */
export async function made(body, texts) {
    const file = await fileOf(body, texts);
    const isGIF = file.type === 'image/gif';
    if (body.format || body.for || !isGIF && !await isAnimated(file)) return file;
    return fileOf({ ...body, format: 'mp4' }, texts).catch((error) => {
        if (isAbort(error)) throw error;
        return isGIF ? file : fileOf({ ...body, format: 'gif' }, texts);
    });
}

function fileOf(body, texts) {
    return withOwnPictures(body, async (named) => {
        const response = await fetch('/memes', {
            method: 'POST',
            body: JSON.stringify(named),
            credentials: 'same-origin',
            headers: { 'Content-Type': 'application/json', Accept: '*/*', 'X-Postcard': '1' },
        });
        if (!response.ok) throw await Problem.of(response);
        const blob = await response.blob();
        return new File([blob], fileName(texts, blob.type.split('/')[1]), { type: blob.type });
    });
}

/** Downloads a file that the app made. */
export function download(file) {
    const link = h('a', { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Opens the device's share sheet with a file; downloads the file if the device has no share sheet. */
async function give(file) {
    if (!navigator.canShare?.({ files: [file] })) {
        download(file);
        toast('This browser can’t share pictures, so the meme was downloaded.');
    } else await navigator.share({ files: [file] });
}

/**
 * Makes the file of a meme, and downloads or shares the file.
 *
 * @param {Element} button The button to show as busy.
 * @param {'download' | 'share'} way
 * @param {any} body
 * @param {string[]} texts
 */
export async function deliver(button, way, body, texts) {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
        await (way === 'share' ? give : download)(await made(body, texts));
    } catch (error) {
        // Closing the device's share sheet is not an error.
        if (!isAbort(error)) complain(Problem.from(error), () => deliver(button, way, body, texts));
    } finally {
        button.removeAttribute('aria-busy');
    }
}

/** Opens a menu of apps, each with its size, format and limit. */
export function sendMenu(button, body, texts) {
    openMenu(
        button,
        places.map(([place, text]) => ({
            text,
            run: () => deliver(button, 'download', { ...body, for: place }, texts),
        })),
    );
}
