import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { effect } from '../base/signal.js';
import { complain } from '../base/toast.js';
import { choice } from './controls.js';
import { Draft } from './draft.js';
import { draw } from './preview.js';
import { sizeOf } from './source.js';
import { stage } from './stage.js';

const shapes = [['', 'Free'], ['1', 'Square'], ['0.8', '4:5'], ['1.7778', '16:9'], ['0.5625', '9:16']];
const whole = { x: 0, y: 0, width: 1, height: 1 };

/** The largest box of a shape in the middle of a picture, in fractions of it. */
function middle(shape, { width, height }) {
    const [x, y] = [Math.min(1, height * shape / width), Math.min(1, width / shape / height)];
    return { x: (1 - x) / 2, y: (1 - y) / 2, width: x, height: y };
}

/** The box that a crop means: `square`, `16:9`, or pixels. */
function boxOf(crop, size) {
    const [x, y, width, height] = (crop ?? '').split(',').map(Number);
    if (height) return { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height };
    const [side, other] = (crop === 'square' ? '1:1' : crop ?? '').split(/[x:]/).map(Number);
    return other ? middle(side / other, size) : whole;
}

/** A box in pixels of the picture, as the service takes it; undefined for all of it. */
function cropOf(box, size) {
    const within = value => Math.min(1, Math.max(0, value));
    const [left, right] = [box.x, box.x + box.width].map(value => Math.round(within(value) * size.width));
    const [top, bottom] = [box.y, box.y + box.height].map(value => Math.round(within(value) * size.height));
    const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
    return width === size.width && height === size.height ? undefined : [left, top, width, height].join();
}

/**
 * A dialog in which the picture beneath a meme is cropped.
 *
 * @param {Draft} draft
 * @param {import('./source.js').Source} source
 */
export async function crop(draft, source) {
    const stop = new AbortController();
    try {
        const size = await sizeOf(source);
        const part = new Draft({ captions: [{ text: '', box: boxOf(draft.meme.peek().crop, size) }] });
        const view = stage(part, { until: stop.signal });
        const room = h('div', { class: 'stage stage-crop' }, view.element);
        const done = h('button', { class: 'button button-primary', onclick: () => {
            const next = cropOf(part.meme.peek().captions[0].box, size);
            if (next !== draft.meme.peek().crop) draft.change(meme => { if (next) meme.crop = next; else delete meme.crop; });
            box.close();
        } }, 'Crop');
        const box = dialog({ title: 'Crop the picture', kind: 'full', actions: [done], content: h('div', { class: 'stack' }, room,
            choice({ label: 'Shape', value: '', options: shapes, change: key => part.changePart(value => {
                value.box = key ? middle(Number(key), size) : whole;
            }) })) });
        box.closed.then(() => stop.abort());
        effect(() => view.arrange(part.meme.value, part.selected.value, []), stop.signal);
        const { picture } = await draw({ ...source.background, meme: {}, size: '1200' }, stop.signal);
        view.show(picture, 'The whole picture', () => whole);
    } catch (problem) { if (!stop.signal.aborted) complain(problem); }
}
