/**
 * Pictures laid out in lines that fill a length: rows of a page that scrolls down, columns of one that scrolls sideways.
 *
 * @typedef {{ count: number, starts: Int32Array, offsets: Float64Array, sizes: Float32Array, length: number }} Lines Line `n` has the
 *   pictures from `starts[n]` to before `starts[n + 1]`, begins at `offsets[n]`, and is `sizes[n]` high (of a row) or wide (of a column);
 *   `length` is that of all with the gaps.
 */

/**
 * Lays out pictures, in one pass.
 *
 * @param {Float32Array} ratios Of each picture: its length along the line by its length across it.
 * @param {number} cross The length of a line.
 * @param {number} target The size that a line should have; lines are up to a third smaller or larger.
 * @param {number} gap
 * @returns {Lines}
 */
export function layOut(ratios, cross, target, gap) {
    const starts = new Int32Array(ratios.length + 1);
    const offsets = new Float64Array(ratios.length + 1);
    const sizes = new Float32Array(ratios.length);
    let [count, offset, at] = [0, 0, 0];
    while (at < ratios.length) {
        starts[count] = at;
        offsets[count] = offset;
        let sum = 0;
        let size = Infinity;
        while (at < ratios.length) {
            const ratio = bounded(ratios[at]);
            const gaps = gap * (at - starts[count]);
            const next = (cross - gaps) / (sum + ratio);
            // The picture that makes the line too small goes into the next one, where the line is nearer to the target without it.
            if (sum > 0 && next < target && target - next > size - target) break;
            sum += ratio;
            size = next;
            at += 1;
            if (size <= target) break;
        }
        // The last line is not blown up to fill the length.
        sizes[count] = Math.min(size, at === ratios.length ? target * 1.15 : target * 1.6);
        offset += sizes[count] + gap;
        count += 1;
    }
    starts[count] = ratios.length;
    offsets[count] = offset;
    return { count, starts: starts.subarray(0, count + 1), offsets: offsets.subarray(0, count + 1), sizes: sizes.subarray(0, count),
        length: Math.max(0, offset - gap) };
}

/** A panorama is cut to three to one, a tall strip to one to two. */
export const bounded = ratio => Math.max(0.5, Math.min(3, ratio || 1.5));

/**
 * The pictures of a line: their indices, where each begins along the line, and how long it is there.
 *
 * @param {number} line
 * @param {{ layout: Lines, items: { width: number, height: number }[], gap: number, isHorizontal: boolean }} grid
 */
export function* partsOf(line, { layout, items, gap, isHorizontal }) {
    let start = 0;
    for (let index = layout.starts[line]; index < layout.starts[line + 1]; index += 1) {
        const length = layout.sizes[line] * bounded(items[index].width / items[index].height) ** (isHorizontal ? -1 : 1);
        yield { index, start, length };
        start += length + gap;
    }
}

/** The line at an offset: the last one that begins at it or before. */
export function lineAt({ offsets, count }, offset) {
    let [low, high] = [0, count - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (offsets[middle] <= offset) low = middle;
        else high = middle - 1;
    }
    return Math.max(0, low);
}

/** The line that a picture is in. */
export function lineOf({ starts, count }, index) {
    let [low, high] = [0, count - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= index) low = middle;
        else high = middle - 1;
    }
    return Math.max(0, low);
}
