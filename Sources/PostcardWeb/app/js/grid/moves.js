import { lineOf } from './rows.js';

/**
 * The picture that a key leads to.
 *
 * @param {string} key As `KeyboardEvent.key` has it.
 * @param {{ layout: import('./rows.js').Lines, current: number, isHorizontal: boolean, extent: number }} grid `extent` is the length of the
 *   view across the lines.
 * @returns {number | null} Its index; null for keys that lead nowhere.
 */
export function destination(key, { layout, current, isHorizontal, extent }) {
    const { starts, count, length } = layout;
    const last = starts[count] - 1;
    const line = lineOf(layout, current);
    const across = step => {
        const other = line + step;
        if (other < 0 || other >= count) return current;
        const part = (current - starts[line] + 0.5) / (starts[line + 1] - starts[line]);
        return Math.min(starts[other + 1] - 1, starts[other] + Math.floor(part * (starts[other + 1] - starts[other])));
    };
    const page = Math.max(1, Math.floor(extent / (length / count)) - 1);
    const jump = step => starts[Math.max(0, Math.min(count - 1, line + step))];
    const [back, next, up, down] = isHorizontal ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
        : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
    const index = {
        [back]: () => current - 1, [next]: () => current + 1, [up]: () => across(-1), [down]: () => across(1),
        Home: () => 0, End: () => last, PageUp: () => jump(-page), PageDown: () => jump(page),
    }[key]?.();
    return index === undefined ? null : Math.max(0, Math.min(last, index));
}
