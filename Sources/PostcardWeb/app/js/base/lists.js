import { fill } from './dom.js';
import { effect } from './signal.js';
import { failed, loading } from './states.js';

/**
 * Shows a resource: its value, placeholders until the value arrives, or its problem.
 *
 * @param {any} resource A resource from `api.js`.
 * @param {(value: any) => import('./dom.js').Child} view
 * @param {{ until: AbortSignal, into: HTMLElement, waiting?: () => Node }} options
 */
export function showResource(resource, view, { until, into, waiting = loading }) {
    effect(() => {
        const [value, problem] = [resource.value.value, resource.problem.value];
        const retry = () => {
            into.replaceChildren(waiting());
            resource.touch();
        };
        fill(into, value === undefined ? (problem ? failed(problem, retry) : waiting()) : view(value));
    }, until);
    resource.touch();
}

/** The number of rows that are added at a time, and the number of last rows of which one must be in view. */
const [step, margin] = [100, 20];

/**
 * Shows items as the rows of a list. Rows are added while the user scrolls. The row of an unchanged item stays, with the
 * focus in it; a changed row keeps the focus, and so does the row after a removed one.
 *
 * @param {HTMLElement} list
 * @param {(item: any) => HTMLElement} rowOf Returns a new row for an item, which has an `id`.
 * @param {any} screen
 * @returns {(items: any[]) => void} Shows other items.
 */
export function growingList(list, rowOf, screen) {
    /** @type {Map<string, { item: any, row: HTMLElement }>} */
    let known = new Map();
    let items = /** @type {any[]} */ ([]);
    let most = Math.max(step, screen.state.rows ?? 0);
    const observer = new IntersectionObserver((rows) => {
        if (most >= items.length || !rows.some((each) => each.isIntersecting)) return;
        most += step;
        draw();
    });
    screen.until.addEventListener('abort', () => observer.disconnect());
    screen.keep(() => ({ rows: list.childElementCount }));

    function draw() {
        const focused = document.activeElement;
        const at = [...list.children].findIndex((row) => row.contains(focused));
        const path = at < 0 ? [] : pathTo(focused, list.children[at]);
        const id = [...known.keys()][at];
        const next = new Map(
            items.slice(0, most).map((item) => {
                const old = known.get(item.id);
                const isSame = old &&
                    (old.item === item || JSON.stringify(old.item) === JSON.stringify(item));
                return [item.id, isSame ? old : { item, row: rowOf(item) }];
            }),
        );
        known = next;
        place(list, [...next.values()].map(({ row }) => row));
        if (at >= 0 && !list.contains(document.activeElement)) {
            const row = next.get(id)?.row ?? list.children[Math.min(at, list.childElementCount - 1)];
            const other = next.has(id) && follow(path, row);
            (other || row?.querySelector('a[href], button, input'))?.focus({ preventScroll: true });
        }
        observer.disconnect();
        if (most < items.length) {
            for (const row of [...list.children].slice(-margin)) {
                observer.observe(row);
            }
        }
    }

    return (others) => {
        items = others;
        draw();
    };
}

/** Makes rows the contents of a list, without moving rows that are in order. */
function place(list, rows) {
    const wanted = new Set(rows);
    for (const row of [...list.children]) if (!wanted.has(row)) row.remove();
    let next = list.firstElementChild;
    for (const row of rows) {
        if (row === next) next = next.nextElementSibling;
        else list.insertBefore(row, next);
    }
}

/** Returns the position of an element in a row: an index for each level. */
function pathTo(element, row) {
    const path = [];
    for (let each = element; each !== row; each = each.parentElement) {
        path.unshift([...each.parentElement.children].indexOf(each));
    }
    return path;
}

/** Returns the element at a position; undefined if there is none. */
const follow = (path, row) => path.reduce((element, at) => element?.children[at], row);
