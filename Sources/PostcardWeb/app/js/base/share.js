import { choice } from '../memes/controls.js';
import { dialog } from './dialog.js';
import { h, icon, set } from './dom.js';
import { useStyle } from './theme.js';
import { complain, toast } from './toast.js';

/** The choices of locations to include in pages and archives. */
const positions = [['none', 'No'], ['places', 'Places only'], ['all', 'Places and photos']];

/**
 * Opens a sheet with ways to share: the device's share sheet, a copy, a download, a page, an archive.
 *
 * @param {{ title: string, ids: string[], file?: { path: string, name: string, isPicture?: boolean } | null
 *   }} what `ids` are the library items to include in pages and archives; empty for a part of an item. `file` is a
 *   single item's file.
 */
export async function share({ title, ids, file = null }) {
    await useStyle('choices');
    let chosen = 'places';
    const page = h(
        'a',
        { class: 'list-item', target: '_blank', rel: 'noopener' },
        icon('note'),
        'Open as a page',
    );
    const [kept, archive] = ['a page', 'a ZIP file'].map((what) =>
        h('a', { class: 'list-item', download: '' }, icon('download'), `Download as ${what}`)
    );
    const link = () => {
        const query = new URLSearchParams({ ids: ids.join(','), positions: chosen, title });
        set(page, { href: `/library/share.html?disposition=inline&${query}` });
        set(kept, { href: `/library/share.html?${query}` });
        set(archive, { href: `/library/share.zip?${query}` });
    };
    link();
    const row = (picture, text, run) =>
        h(
            'li',
            null,
            h(
                'button',
                { class: 'list-item', onclick: (event) => whileBusy(event.currentTarget, run) },
                icon(picture),
                text,
            ),
        );
    const isPicture = file && file.isPicture !== false;
    const box = dialog({
        title: 'Share',
        kind: 'sheet',
        content: h(
            'div',
            { class: 'stack' },
            file && h(
                'ul',
                { class: 'list' },
                'share' in navigator && row('share', 'Share the file…', () => shareFile(file, title)),
                isPicture && 'clipboard' in navigator && 'ClipboardItem' in window &&
                    row('copy', 'Copy the picture', async () => {
                        await copy(file.path);
                        toast('Picture copied');
                    }),
                h(
                    'li',
                    null,
                    h(
                        'a',
                        { class: 'list-item', href: file.path, download: file.name },
                        icon('download'),
                        'Download',
                    ),
                ),
            ),
            file && !file.path.startsWith('/library/memes/') &&
                h(
                    'p',
                    { class: 'soft small' },
                    'The original file includes its location and camera data, if it has any.',
                ),
            ids.length > 0 &&
                h('ul', { class: 'list' }, [page, kept, archive].map((link) => h('li', null, link))),
            ids.length > 0 && choice({
                label: 'Show locations in pages and ZIP files?',
                value: chosen,
                options: positions,
                change: (key) => {
                    chosen = key;
                    link();
                },
            }),
        ),
    });

    async function whileBusy(button, run) {
        set(button, { 'aria-busy': 'true' });
        try {
            await run();
            box.close();
        } catch (error) {
            // Closing the device's share sheet is not an error.
            if (error.name !== 'AbortError') {
                complain(
                    error instanceof DOMException
                        ? new Error('This browser does not allow that. Download the file instead.')
                        : error,
                );
            }
        } finally {
            button.removeAttribute('aria-busy');
        }
    }
}

async function fetched(path) {
    const response = await fetch(path, { credentials: 'same-origin' });
    if (!response.ok) throw new Error('The file could not be read. Try again.');
    return response.blob();
}

async function shareFile(file, title) {
    const blob = await fetched(file.path);
    const files = [new File([blob], file.name, { type: blob.type })];
    if (!navigator.canShare?.({ files })) {
        throw new Error('This device can’t share this type of file. Download it instead.');
    }
    await navigator.share({ files, title });
}

/** Copies a picture to the clipboard, which accepts only PNG. */
async function copy(path) {
    const png = fetched(path).then(async (blob) => {
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
        return canvas.convertToBlob({ type: 'image/png' });
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
}
