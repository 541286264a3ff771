import { file, mayWrite, resource, send } from '../base/api.js';
import { h } from '../base/dom.js';
import { ask } from '../base/later.js';
import { complain } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { countOf, dayAndTimeOf, listed } from '../base/words.js';
import { manage } from '../grid/manage.js';
import { PhotoGrid } from '../grid/photo-grid.js';
import { backOf } from '../grid/tile.js';
import { strings } from '../strings/journals.js';

/** All entries, newest first. */
export const allEntries = () => resource('/library/entries?order=newest&limit=200');

/**
 * Returns the pictures and videos of entries as items for grids and the viewer; their `number` starts at 1 in each
 * entry.
 *
 * @param {any[]} entries
 * @param {string} [screen] The path of the screen whose viewer shows the items.
 */
export function mediaItems(entries, screen) {
    return entries.flatMap((entry) =>
        entry.media.map((medium, index) => {
            const path = `/library/entries/${entry.id}/media/${index + 1}`;
            const isVideo = medium.kind === 'video';
            const title = medium.title || medium.name || (isVideo ? strings.video : strings.picture);
            const license = medium.license && !medium.license.allowsDerivatives
                ? strings.noDerivatives(medium.license.name)
                : null;
            return {
                id: `${entry.id}/${index + 1}`,
                entry: entry.id,
                number: index + 1,
                href: screen && `${screen}/media/${entry.id}.${index + 1}`,
                kind: medium.kind,
                path,
                blob: medium.blob,
                width: medium.width ?? 4,
                height: medium.height ?? 3,
                length: medium.duration,
                title,
                date: medium.dateTaken,
                file: file(path, medium.blob),
                name: medium.name ?? `picture.${medium.format}`,
                credit: medium.credit,
                refusal: license,
                back: isVideo ? undefined : () => backOf({ ...medium, title }),
                meme: isVideo && medium.license
                    ? null
                    : `/app/memes/new?entry=${entry.id}&number=${index + 1}`,
                caption: [title, dayAndTimeOf(medium.dateTaken), medium.credit].filter(Boolean).join(' · '),
            };
        })
    );
}

/**
 * Removes pictures and videos of entries, with Undo for whole entries. An entry without text is deleted with
 * its last picture or video.
 *
 * @param {string[]} ids
 * @param {{ entries: any[], hide: () => void, reload: (restored?: string[]) => void }} options `hide` removes the
 *   pictures and videos from the view after the user agreed; `reload` receives the ids of restored entries.
 */
export async function removeMedia(ids, { entries, hide, reload }) {
    const gone = new Set(ids);
    const isGone = (entry, index) => gone.has(`${entry.id}/${index + 1}`);
    const whole = entries.filter((entry) =>
        entry.media.length && !entry.text.trim() && entry.media.every((_, index) => isGone(entry, index))
    ).map((entry) => entry.id);
    const parts = mediaItems(entries).filter((item) => gone.has(item.id) && !whole.includes(item.entry));
    const counted = (items) => {
        const videos = items.filter((item) => item.kind === 'video').length;
        return listed(countOf(items.length - videos, videos));
    };
    if (
        parts.length &&
        !await ask({
            title: strings.deletePermanently,
            confirm: strings.delete,
            isDangerous: true,
            text: strings.cantRestore(counted(parts)),
        })
    ) return;
    hide();
    if (whole.length) {
        deleteWithUndo(whole, {
            text: strings.deleted(counted(mediaItems(entries).filter((item) => whole.includes(item.entry)))),
            putBack: reload,
            changed: reload,
        });
    }
    if (parts.length) removeParts(parts).catch(complain).finally(reload);
}

/**
 * Removes pictures from entries that stay. The highest numbers are removed first, so the other numbers stay
 * valid.
 */
async function removeParts(parts) {
    for (const item of [...parts].sort((one, other) => other.number - one.number)) {
        await send('DELETE', item.path);
    }
}

/**
 * Returns the grid with the pictures and videos of a place.
 *
 * @param {{ screen: any, path: string, reload: () => void }} options `path` is the path of the screen.
 */
export function mediaGrid({ screen, path, reload }) {
    const grid = new PhotoGrid({
        until: screen.until,
        scroller: screen.element,
        label: strings.media,
    });
    let entries = /** @type {any[]} */ ([]);
    const remove = (ids) =>
        removeMedia(ids, {
            entries,
            hide: () => take(grid.items.filter((item) => !ids.includes(item.id))),
            reload,
        });

    function take(items) {
        grid.take(items);
        element.hidden = !items.length;
    }

    const { bar, items } = manage(grid, {
        screen,
        kind: 'picture',
        remove: mayWrite() ? remove : undefined,
    });
    const element = h('div', { class: 'media-grid', hidden: true }, grid.element);
    return {
        element,
        bar,
        items,
        show(next) {
            entries = next;
            take(mediaItems(next, path));
        },
    };
}
