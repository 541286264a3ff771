import { mayWrite } from '../base/api.js';
import { h, icon, iconButton } from '../base/dom.js';
import { keys } from '../base/keys.js';
import { later, share } from '../base/later.js';
import { press } from '../base/pointers.js';
import { plural } from '../base/words.js';
import { strings } from '../strings/pictures.js';
import { dragSelect, Selection } from './selection.js';
import { filesOf, memePath, peekOnHover } from './tile.js';

const peek = later(() => import('./peek.js'), 'peek');

/**
 * The actions on pictures in a grid, which are the same on all screens: open, peek, select, delete, share.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid
 * @param {{ screen: any, remove?: (ids: string[]) => void, kind: string, isTapped?: (item: any) => boolean,
 *   open?: (item: any, link: HTMLElement) => void }} options `kind` is the noun for an item; `isTapped`
 *   returns true if it handles a tap; `open` is for grids whose items have no URL.
 * @returns {{ bar: HTMLElement, items: () => import('../base/dialog.js').MenuItem[], selection: Selection }}
 *   `bar` is shown at the bottom while something is selected; `items` are for the screen's menu.
 */
export function manage(grid, { screen, remove, kind, isTapped, open }) {
    const { until, go } = screen;
    const count = h('span', { class: 'grow', role: 'status' });
    const act = (name, picture, run, more = '') =>
        h(
            'button',
            { class: ['button', more], onclick: run },
            icon(picture),
            h('span', { class: 'button-label' }, name),
        );
    const meme = act(strings.meme, 'meme', () => go(memePath(first())), 'writes');
    const bar = h(
        'div',
        { class: 'selection-bar', hidden: true },
        count,
        meme,
        act(strings.share, 'share', shareAll),
        remove &&
            act(strings.delete, 'trash', removeAll, 'button-danger writes'),
        iconButton(strings.clearSelection, 'close', () => {
            isSelecting = false;
            selection.set([]);
        }),
    );
    const selection = new Selection(
        () => grid.items.filter((item) => !item.isPending).map((item) => item.id),
        (ids) => {
            grid.select(ids);
            const isShown = isSelecting || ids.length > 0;
            bar.hidden = !isShown;
            grid.element.toggleAttribute('data-selecting', isShown);
            count.textContent = ids.length
                ? strings.selected(ids.length)
                : isSelecting
                ? strings.nothingSelected
                : '';
            for (const button of bar.querySelectorAll('button')) {
                if (button.matches('.button')) {
                    button.disabled = ids.length === 0;
                }
            }
            meme.hidden = ids.length !== 1 || Boolean(first()?.refusal) || memePath(first()) === null;
            bar.parentElement?.toggleAttribute('data-selecting', isShown);
        },
    );
    let isSelecting = false;
    const first = () => grid.items.find((item) => selection.ids.has(item.id));

    function removeAll() {
        const ids = selection.list;
        isSelecting = false;
        selection.set([]);
        remove?.(ids);
    }
    function shareAll() {
        const chosen = grid.items.filter((item) => selection.ids.has(item.id));
        if (chosen.length === 1 && chosen[0].share) return chosen[0].share();
        share({
            ids: chosen.map((item) => item.id),
            title: chosen.length === 1 ? chosen[0].title : plural(chosen.length, kind),
            files: filesOf(chosen),
        });
    }
    function peekAt(item) {
        const opened = () => {
            const tile = grid.tileOf(item.id);
            if (open) open(item, tile?.link);
            else if (item.href) go(item.href);
        };
        peek(item, {
            until,
            go,
            open: opened,
            select: () => selection.toggle(item.id),
            remove: remove && (() => remove([item.id])),
        });
    }

    grid.element.addEventListener('click', (event) => {
        const link = event.target instanceof Element && /** @type {HTMLElement | null} */
            (event.target.closest('.tile'));
        const item = link && grid.itemOf(link);
        if (!item) return;
        if (item.isPending) return event.preventDefault();
        if (event.shiftKey || ((event.ctrlKey || event.metaKey) && !open)) {
            event.preventDefault();
            if (event.shiftKey) selection.extend(item.id);
            else selection.toggle(item.id);
        } else if (selection.ids.size || isSelecting) {
            event.preventDefault();
            selection.toggle(item.id);
        } else if (isTapped?.(item)) {
            event.preventDefault();
        } else if (open) {
            event.preventDefault();
            open(item, link);
        }
    }, { signal: until });
    press(grid.element, '.tile', (link) => {
        const item = grid.itemOf(link);
        if (!item || item.isPending) return;
        if (selection.ids.size) selection.extend(item.id);
        else peekAt(item);
    }, { until });
    peekOnHover(grid, until);
    dragSelect(grid, selection, until);
    const focused = () =>
        grid.element.contains(document.activeElement) ? grid.itemOf(document.activeElement) : null;
    const withFocused = (run) => () => {
        const item = focused();
        if (!item || item.isPending) return false;
        run(item);
    };
    keys({
        'Space': [strings.preview(strings.nouns[kind].one), withFocused(peekAt)],
        'x': [strings.selectOne(strings.nouns[kind].one), withFocused((item) => selection.toggle(item.id))],
        'Shift+ArrowRight Shift+ArrowDown': ['', withFocused(() => false)],
        'Delete Backspace': [strings.delete, () => {
            if (!remove || !mayWrite()) return false;
            if (selection.ids.size) return removeAll();
            const item = focused();
            if (
                !item ||
                item.isPending
            ) return false;
            remove([item.id]);
        }],
        'Escape': [strings.clearSelection, () => {
            if (!selection.ids.size && !isSelecting) return false;
            isSelecting = false;
            selection.set([]);
        }],
        'Ctrl+a': [strings.selectAll, () => {
            if (!grid.items.length) return false;
            selectAll();
        }],
    }, { until, root: screen.element });
    function selectAll() {
        selection.set(grid.items.filter((item) => !item.isPending).map((item) => item.id));
    }
    /** The items for the screen's menu. */
    const items = () => [
        {
            text: strings.select,
            icon: 'check',
            run: () => {
                isSelecting = true;
                selection.set([]);
            },
        },
        { text: strings.selectAll, icon: 'select', run: selectAll },
    ];
    return { bar, items, selection };
}
