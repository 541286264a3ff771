import { isAbort, Problem, send } from '../base/api.js';
import { openMenu } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { complain, toast } from '../base/toast.js';
import { strings } from '../strings/memes.js';
import { isAnimated } from './animation.js';
import { fileName, withOwnPictures } from './preview.js';

/** The destinations, as named by the service. */
const places = [
    ['whatsapp-sticker', strings.whatsappSticker],
    ['whatsapp-status', strings.whatsappStatus],
    ['telegram-sticker', strings.telegramSticker],
    ['telegram-emoji', strings.telegramEmoji],
    ['discord-emoji', strings.discordEmoji],
    ['discord-sticker', strings.discordSticker],
    ['slack-emoji', strings.slackEmoji],
    ['instagram-post', strings.instagramPost],
    ['instagram-reel', strings.instagramReel],
    ['instagram-story', strings.instagramStory],
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
        const { value: blob } = await send('POST', '/memes', { body: named, isFile: true });
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
        toast(strings.cantShare);
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
