import { isAbort, mayWrite, refresh, resource } from '../base/api.js';
import { h, icon, iconButton } from '../base/dom.js';
import { growingList, showResource } from '../base/lists.js';
import { go } from '../base/router.js';
import { empty, head, loading } from '../base/states.js';
import { complain, toast } from '../base/toast.js';
import { deleteWithUndo, restore } from '../base/undo.js';
import { plural, since } from '../base/words.js';
import { strings } from '../strings/trash.js';

const icons = {
    pin: 'pin',
    photo: 'image',
    journal: 'journal',
    place: 'map',
    note: 'note',
    entry: 'entry',
    meme: 'meme',
};

/** The trash: all deleted items that can be restored. */
export default function trash(screen) {
    screen.title(strings.trash);
    const { until } = screen;
    const top = (menu) => head({ title: strings.trash, back: '/app/', backName: strings.map, menu });
    if (!mayWrite()) {
        return h(
            'div',
            { class: 'page' },
            top(),
            empty({
                title: strings.viewOnly,
                text: strings.onlyEditors,
                picture: 'trash',
            }),
        );
    }
    const list = resource('/library/deleted?limit=200');
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
            strings.restore,
        ),
        iconButton(strings.clearSelection, 'close', () => {
            chosen.clear();
            mark();
        }),
    );
    const mark = () => {
        bar.hidden = chosen.size === 0;
        count.textContent = chosen.size ? strings.selected(chosen.size) : '';
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
                    ? strings.restored(items[0] ? nameOf(items[0], strings.item) : strings.item)
                    : strings.restored(plural(restored.length, 'item')),
                path
                    ? {
                        action: {
                            text: strings.show,
                            run: () => {
                                go(path);
                            },
                        },
                    }
                    : {
                        action: {
                            text: strings.undo,
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
                title: strings.isEmpty,
                text: strings.staysHere,
                picture: 'trash',
            });
        }
        const row = (item) => {
            const kind = strings.kinds[item.kind] ?? item.kind;
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
                        'aria-label': strings.select(name),
                        onchange: (event) => {
                            if (event.target.checked) chosen.add(item.id);
                            else chosen.delete(item.id);
                            mark();
                        },
                    }),
                    ['photo', 'entry', 'meme'].includes(item.kind)
                        ? h('img', {
                            class: 'list-picture',
                            src: `/library/deleted/${item.id}/w160`,
                            alt: '',
                            loading: 'lazy',
                        })
                        : icon(icons[item.kind] ?? 'info'),
                    h(
                        'span',
                        { class: 'grow' },
                        h('b', { dir: 'auto' }, name),
                        h('small', { class: 'soft' }, strings.kindDeleted(kind, since(item.deleted))),
                    ),
                ),
                h('button', {
                    class: 'button button-quiet',
                    'aria-label': strings.restoreNamed(name),
                    onclick: () => bringBack([item.id]),
                }, strings.restore),
            );
        };
        showRows ??= growingList(ul, row, screen);
        showRows(items);
        return [
            h(
                'p',
                { class: 'soft' },
                strings.restoresContents(plural(items.length, 'item')),
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
            text: strings.selectAll,
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
    return (credited ? strings.titleBy(credited[1], credited[2]) : title).trim() || otherwise;
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
