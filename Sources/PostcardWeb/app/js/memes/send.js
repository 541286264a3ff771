import { isAbort, Problem } from '../base/api.js';
import { openMenu } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { complain, toast } from '../base/toast.js';
import { fileName, withOwnPictures } from './preview.js';

/** Where memes go, as the service names it. */
const places = [
    ['whatsapp-sticker', 'WhatsApp sticker'],
    ['telegram-sticker', 'Telegram sticker'],
    ['discord-emoji', 'Discord emoji'],
    ['discord-sticker', 'Discord sticker'],
    ['slack-emoji', 'Slack emoji'],
    ['instagram-post', 'Instagram post'],
    ['instagram-story', 'Instagram story'],
    ['x', 'X'],
];

/** The file of a meme, not kept; `body` is that of `POST /memes`. */
async function made(body, texts) {
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

function download(file) {
    const link = h('a', { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Gives a file to the device's own sheet; where there is none, it is downloaded. */
async function give(file) {
    if (!navigator.canShare?.({ files: [file] })) {
        download(file);
        toast('This browser cannot share pictures, so the meme was downloaded.');
    } else await navigator.share({ files: [file] });
}

/**
 * Makes the file of a meme, and downloads or shares it.
 *
 * @param {Element} button Is busy meanwhile.
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
        // Somebody who closes the device's own sheet has not met a fault.
        if (!isAbort(error)) complain(Problem.from(error), () => deliver(button, way, body, texts));
    } finally {
        button.removeAttribute('aria-busy');
    }
}

/** A menu of the apps that a meme can be made for: each has its size, format and limit. */
export function sendMenu(button, body, texts) {
    openMenu(
        button,
        places.map(([place, text]) => ({
            text,
            run: () => deliver(button, 'download', { ...body, for: place }, texts),
        })),
    );
}
