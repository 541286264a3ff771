import { isAbort, mayWrite, refresh, resource } from '../base/api.js';
import { h, icon, iconButton } from '../base/dom.js';
import { go } from '../base/router.js';
import { growingList } from '../base/rows.js';
import { empty, head, loading, showResource } from '../base/states.js';
import { complain, toast } from '../base/toast.js';
import { deleteWithUndo, restore } from '../base/undo.js';
import { plural, since } from '../base/words.js';

const kinds = {
    pin: ['pin', 'Pin with its album'],
    photo: ['image', 'Photo'],
    journal: ['journal', 'Journal with its contents'],
    place: ['map', 'Place in a journal'],
    note: ['note', 'Note'],
    entry: ['entry', 'Entry'],
    meme: ['meme', 'Meme'],
};

/** The trash: all deleted items that can be restored. */
export default function trash(screen) {
    screen.title('Trash');
    const { until } = screen;
    const top = (menu) => head({ title: 'Trash', back: '/app/', backName: 'Map', menu });
    if (!mayWrite()) {
        return h(
            'div',
            { class: 'page' },
            top(),
            empty({
                title: 'View only',
                text: 'Only users who can make changes see deleted items.',
                picture: 'trash',
            }),
        );
    }
    const list = resource('/library/deleted');
    /** @type {Set<string>} */
    const chosen = new Set();
    const rows = h('div', { class: 'stack' });
    const ul = h('ul', { class: 'list' });
    let showRows = /** @type {((items: any[]) => void) | null} */ (null);
    const count = h('span', { class: 'grow', role: 'status' });
    const bar = h(
        'div',
        { class: 'bar writes', hidden: true },
        count,
        h(
            'button',
            { class: 'button button-primary', onclick: () => bringBack([...chosen]) },
            icon('restore'),
            'Restore',
        ),
        iconButton('Clear selection', 'close', () => {
            chosen.clear();
            mark();
        }),
    );
    const mark = () => {
        bar.hidden = chosen.size === 0;
        count.textContent = chosen.size ? `${chosen.size} selected` : '';
        for (const box of rows.querySelectorAll('input')) box.checked = chosen.has(box.value);
    };

    async function bringBack(ids) {
        const items = list.value.value.filter((item) => ids.includes(item.id));
        list.take(list.value.value.filter((item) => !ids.includes(item.id)));
        chosen.clear();
        mark();
        try {
            const restored = await restore(ids);
            await refresh('/library/');
            const path = restored.length === 1 ? pathOf(restored[0]) : null;
            toast(
                restored.length === 1
                    ? `${items[0] ? nameOf(items[0], 'Item') : 'Item'} restored`
                    : `${plural(restored.length, 'item')} restored`,
                path
                    ? {
                        action: {
                            text: 'Show',
                            run: () => {
                                go(path);
                            },
                        },
                    }
                    : {
                        action: {
                            text: 'Undo',
                            run: () => {
                                deleteWithUndo(restored, {
                                    putBack: () => {
                                        list.touch();
                                    },
                                    changed: () => {
                                        refresh('/library/');
                                    },
                                });
                            },
                        },
                    },
            );
        } catch (problem) {
            if (isAbort(problem)) return;
            complain(problem, () => bringBack(ids));
            list.touch();
        }
    }

    function view(items) {
        if (!items.length) {
            return empty({
                title: 'The Trash is empty',
                text: 'Deleted items stay here until you empty the Trash in Settings.',
                picture: 'trash',
            });
        }
        const row = (item) => {
            const [picture, kind] = kinds[item.kind] ?? ['info', item.kind];
            const name = nameOf(item, kind);
            return h(
                'li',
                null,
                h(
                    'label',
                    { class: 'list-item' },
                    h('input', {
                        type: 'checkbox',
                        value: item.id,
                        checked: chosen.has(item.id),
                        'aria-label': `Select ${name}`,
                        onchange: (event) => {
                            if (event.target.checked) chosen.add(item.id);
                            else chosen.delete(item.id);
                            mark();
                        },
                    }),
                    icon(picture),
                    h(
                        'span',
                        { class: 'grow' },
                        h('b', { dir: 'auto' }, name),
                        h('small', { class: 'soft' }, `${kind}, deleted ${since(item.deleted)}`),
                    ),
                ),
                h('button', {
                    class: 'button button-quiet',
                    'aria-label': `Restore ${name}`,
                    onclick: () => bringBack([item.id]),
                }, 'Restore'),
            );
        };
        showRows ??= growingList(ul, row, screen);
        showRows(items);
        return [
            h(
                'p',
                { class: 'soft' },
                `${plural(items.length, 'item')}. Restoring a pin or journal also restores its contents.`,
            ),
            ul,
        ];
    }

    showResource(list, view, { into: rows, until, waiting: () => loading(4) });
    screen.returned = () => list.touch();
    return h(
        'div',
        { class: 'page' },
        top(() => [{
            text: 'Select all',
            icon: 'select',
            run: () => {
                for (const item of list.value.value ?? []) chosen.add(item.id);
                mark();
            },
        }]),
        rows,
        bar,
    );
}

/**
 * Returns the name of a deleted item. A photo's title is a credit, which is shortened to the title and author.
 */
function nameOf({ kind, title = '' }, otherwise) {
    const credited = kind === 'photo' && /^"(.+?)" by ([^,]+)/s.exec(title);
    return (credited ? `${credited[1]}, by ${credited[2]}` : title).trim() || otherwise;
}

/** Returns the path of a restored item; null if its id is not enough to build it. */
function pathOf(id) {
    const kind = id.split('-')[0];
    return {
        pin: `/app/pins/${id}`,
        journal: `/app/journals/${id}`,
        meme: `/app/memes/${id}`,
        entry: '/app/entries',
    }[kind] ?? null;
}
