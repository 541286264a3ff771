import { send } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { takeFiles } from '../base/drops.js';
import { complain } from '../base/toast.js';

/**
 * Sends a picture of one's own for a while, so that previews need not send it again.
 *
 * @param {Blob} file
 * @returns {Promise<string>} Its name in requests: `upload:ID`.
 * @throws {import('../base/problem.js').Problem}
 */
export async function upload(file) {
    const { value } = await send('POST', '/memes/pictures', { body: file, headers: { 'Content-Type': file.type || 'application/octet-stream' } });
    return value.name;
}

/** The first picture that was pasted or dropped; null when there is none. */
export function pictureIn(transfer) {
    return [...transfer?.files ?? []].find(file => file.type.startsWith('image/') || /\.(heic|heif|avif|jxl)$/i.test(file.name)) ?? null;
}

/** Opens the editor with a picture of one's own. */
export async function letter(file, open) {
    const box = fill(h('div', { class: 'progress', role: 'progressbar', 'aria-label': 'Sending the picture' }), h('i', { style: { '--part': '1' } }));
    document.querySelector('.pane:last-child main')?.prepend(box);
    try { open(`upload=${encodeURIComponent((await upload(file)).replace(/^upload:/, ''))}`);
        } catch (problem) { complain(problem, () => letter(file, open)); } finally { box.remove(); }
}

/** Calls a function with the picture that is pasted while a screen is open, or dropped on it. */
export function takePictures(element, take, until) {
    document.addEventListener('paste', event => {
        const file = pictureIn(event.clipboardData);
        if (!file || document.querySelector('dialog:modal')) return;
        event.preventDefault();
        take(file);
    }, { signal: until });
    takeFiles(element, files => {
        const file = pictureIn({ files });
        if (file) take(file);
    }, until);
}
