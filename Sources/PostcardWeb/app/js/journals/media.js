import { file, mayWrite, send } from '../base/api.js';
import { h } from '../base/dom.js';
import { ask } from '../base/later.js';
import { complain } from '../base/toast.js';
import { deleteWithUndo } from '../base/undo.js';
import { dayAndTimeOf, plural } from '../base/words.js';
import { manage } from '../grid/manage.js';
import { PhotoGrid } from '../grid/photo-grid.js';
import { backOf } from '../grid/tile.js';
import { openViewer } from '../viewer/viewer.js';

/**
 * Returns the pictures and videos of entries as items for grids and the viewer; their `number` starts at 1 in each
 * entry.
 */
export function mediaItems(entries) {
    return entries.flatMap((entry) =>
        entry.media.map((medium, index) => {
            const path = `/library/entries/${entry.id}/media/${index + 1}`;
            const isVideo = medium.kind === 'video';
            const title = medium.title || medium.name || (isVideo ? 'Video' : 'Picture');
            const license = medium.license && !medium.license.allowsDerivatives
                ? `${medium.license.name} does not allow changes, so you can’t make a meme from it.`
                : null;
            return {
                id: `${entry.id}/${index + 1}`,
                entry: entry.id,
                number: index + 1,
                kind: medium.kind,
                path,
                blob: medium.blob,
                width: medium.width ?? 4,
                height: medium.height ?? 3,
                length: medium.duration,
                title,
                file: file(path, medium.blob),
                name: medium.name ?? `picture.${medium.format}`,
                credit: medium.credit,
                refusal: license,
                back: isVideo ? undefined : () => backOf({ ...medium, title }),
                shareID: entry.id,
                meme: isVideo && medium.license
                    ? null
                    : `/app/memes/new?entry=${entry.id}&number=${index + 1}`,
                caption: [title, dayAndTimeOf(medium.dateTaken), medium.credit].filter(Boolean).join(' · '),
            };
        })
    );
}

/**
 * Returns the grid with the pictures and videos of a place.
 *
 * @param {{ screen: any, reload: () => void }} options
 */
export function mediaGrid({ screen, reload }) {
    const grid = new PhotoGrid({
        until: screen.until,
        scroller: screen.element,
        label: 'Pictures and videos',
    });
    let entries = /** @type {any[]} */ ([]);
    let viewer = /** @type {{ take: (items: any[]) => void } | null} */ (null);

    /** Removes pictures. An entry without text is deleted with its last picture. */
    async function remove(ids) {
        const gone = new Set(ids);
        const isGone = (entry, index) => gone.has(`${entry.id}/${index + 1}`);
        const whole = entries.filter((entry) =>
            entry.media.length && !entry.text.trim() &&
            entry.media.every((_, index) => isGone(entry, index))
        ).map((entry) => entry.id);
        const parts = grid.items.filter((item) => gone.has(item.id) && !whole.includes(item.entry));
        if (
            parts.length &&
            !await ask({
                title: 'Delete permanently?',
                confirm: 'Delete',
                isDangerous: true,
                text: `The entry stays, but ${plural(parts.length, 'picture')} can’t be restored.`,
            })
        ) return;
        take(grid.items.filter((item) => !gone.has(item.id)));
        if (whole.length) {
            deleteWithUndo(whole, {
                text: `${plural(ids.length - parts.length, 'picture')} deleted`,
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

    function take(items) {
        grid.take(items);
        viewer?.take(items);
        element.hidden = !items.length;
    }

    const { bar, items } = manage(grid, {
        screen,
        kind: 'picture',
        remove: mayWrite() ? remove : undefined,
        open: (item, link) => {
            viewer = openViewer({
                items: grid.items,
                start: item.id,
                until: screen.until,
                go: screen.go,
                remove: mayWrite() ? (shown) => remove([shown.id]) : undefined,
                closed: (last) => {
                    viewer = null;
                    const tile = grid.tileOf?.(last.id)?.link ?? link;
                    tile?.focus({ preventScroll: true });
                },
            });
        },
    });
    const element = h('div', { class: 'media-grid', hidden: true }, grid.element);
    return {
        element,
        bar,
        items,
        show(next) {
            entries = next;
            take(mediaItems(next));
        },
    };
}
