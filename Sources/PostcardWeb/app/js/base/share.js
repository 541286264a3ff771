import { choice } from '../memes/controls.js';
import { strings } from '../strings/dialogs.js';
import { mayWrite, send } from './api.js';
import { dialog } from './dialog.js';
import { h, icon, set } from './dom.js';
import { later } from './later.js';
import { links } from './links.js';
import { useStyle } from './theme.js';
import { complain, toast } from './toast.js';
import { plural } from './words.js';

const download = later(() => import('../memes/send.js'), 'download');

/** The choices of locations to include in pages and archives. */
const positions = [['none', strings.no], ['places', strings.placesOnly], ['all', strings.exactSpots]];

/** The maximum number of files for the device's share sheet. */
const mostFiles = 20;

/**
 * A file to share.
 *
 * @typedef {{ path: string, name: string, isPicture?: boolean, load?: () => Promise<File> }} SharedFile `load`
 *   returns a converted file for the share sheet and the download.
 */

/** True for a file that can contain a location and camera data. Memes contain neither. */
const mayTell = (file) => !file.path.startsWith('/library/memes/');

/**
 * Opens a sheet with ways to share: the device's share sheet, a copy, a download, a page, an archive.
 *
 * @param {{ title: string, ids: string[], files?: SharedFile[] }} what `ids` are the library items to include in
 *   pages and archives; empty for a part of an item. `files` are the files of the items, if each item has one.
 */
export async function share({ title, ids, files = [] }) {
    await useStyle('choices');
    let chosen = 'places';
    let tellsAll = false;
    const ready = new Map();
    const hasSheet = 'share' in navigator && files.length > 0 && files.length <= mostFiles;
    const isLinkable = ids.length === 1 && /^(journal|pin)-/.test(ids[0]) && mayWrite();
    const file = files.length === 1 ? files[0] : null;
    /** Returns the URL of a file, without its location and camera data unless the user includes them. */
    const pathOf = (each) =>
        tellsAll || !mayTell(each)
            ? each.path
            : `${each.path}${each.path.includes('?') ? '&' : '?'}metadata=shared`;
    const page = h(
        'a',
        { class: 'list-item', target: '_blank', rel: 'noopener' },
        icon('note'),
        strings.openPage,
    );
    const [kept, archive] = [strings.downloadPage, strings.downloadZIP].map((text) =>
        h('a', { class: 'list-item', download: '' }, icon('download'), text)
    );
    const original = h('a', { class: 'list-item', download: file?.name }, icon('download'), strings.download);
    const link = () => {
        const query = new URLSearchParams({ ids: ids.join(','), positions: chosen, title });
        set(page, { href: `/library/share.html?disposition=inline&${query}` });
        set(kept, { href: `/library/share.html?${query}` });
        set(archive, { href: `/library/share.zip?${query}` });
        if (file) set(original, { href: pathOf(file) });
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
    const box = dialog({
        title: strings.share,
        kind: 'sheet',
        content: h(
            'div',
            { class: 'stack' },
            (file || hasSheet) && h(
                'ul',
                { class: 'list' },
                hasSheet &&
                    row(
                        'share',
                        file ? strings.shareFile : strings.shareFiles(plural(files.length, 'file')),
                        () => shareFiles(files, title, pathOf, ready),
                    ),
                file && file.isPicture !== false && 'clipboard' in navigator && 'ClipboardItem' in window &&
                    row('copy', strings.copyPicture, async () => {
                        await copy(file.path);
                        toast(strings.pictureCopied);
                    }),
                file &&
                    (file.load
                        ? row(
                            'download',
                            strings.download,
                            async () => download(await /** @type {any} */ (file).load()),
                        )
                        : h('li', null, original)),
            ),
            // Pages and archives follow the second question only.
            (file || hasSheet) && files.some(mayTell) && choice({
                label: strings.includeDetails,
                value: 'no',
                options: [['no', strings.no], ['yes', strings.yes]],
                change: (key) => {
                    tellsAll = key === 'yes';
                    link();
                },
            }),
            ids.length > 0 &&
                h('ul', { class: 'list' }, [page, kept, archive].map((link) => h('li', null, link))),
            ids.length > 0 && choice({
                label: strings.showLocations,
                value: chosen,
                options: positions,
                change: (key) => {
                    chosen = key;
                    link();
                },
            }),
            isLinkable && links(ids[0], () => chosen),
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
                    error instanceof DOMException ? new Error(strings.notAllowed) : error,
                );
            }
        } finally {
            button.removeAttribute('aria-busy');
        }
    }
}

const fetched = async (path) => (await send('GET', path, { isFile: true })).value;

/**
 * Opens the device's share sheet with files. Browsers open the sheet only shortly after a tap, so large files may
 * need a second tap.
 *
 * @param {SharedFile[]} files
 * @param {string} title
 * @param {(file: SharedFile) => string} pathOf
 * @param {Map<string, File>} ready The loaded files, by URL.
 */
async function shareFiles(files, title, pathOf, ready) {
    const loaded = [];
    let isNew = false;
    for (const file of files) {
        const key = file.load ? file.path : pathOf(file);
        if (!ready.has(key)) {
            isNew = true;
            const blob = file.load ? await file.load() : await fetched(key);
            ready.set(key, blob instanceof File ? blob : new File([blob], file.name, { type: blob.type }));
        }
        loaded.push(/** @type {File} */ (ready.get(key)));
    }
    if (!navigator.canShare?.({ files: loaded })) {
        throw new Error(strings.cantShareType);
    }
    try {
        await navigator.share({ files: loaded, title });
    } catch (error) {
        if (!isNew || error.name !== 'NotAllowedError') throw error;
        throw new Error(strings.readyNow);
    }
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
