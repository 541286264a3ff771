import { h } from '../base/dom.js';
import { check, choice, colorField, numberField, slider } from './controls.js';
import { rounded } from './geometry.js';

const percent = value => Math.round(value * 1000) / 10;

/** Where the selected part is: numbers for what can be dragged. */
export function boxPanel(draft, part) {
    if (!part) return h('p', { class: 'soft' }, 'Choose words or a picture on the stage.');
    if (!part.isPlaced) {
        return h('div', { class: 'stack' }, h('p', { class: 'soft' }, `These words stand ${part.list === 'above' ? 'above' : 'below'} the picture.`),
            h('button', { class: 'button', onclick: () => placeOnPicture(draft, part) }, 'Put them on the picture'));
    }
    const edge = (label, name, minimum, maximum) => numberField({ label, unit: '%', minimum, maximum, value: percent(part.value.box[name]),
        change: number => draft.changePart(value => { value.box = rounded({ ...value.box, [name]: number / 100 }); }, `box ${name}`) });
    return h('div', { class: 'stack' },
        h('div', { class: 'numbers' }, edge('From left', 'x', -1000, 1000), edge('From top', 'y', -1000, 1000), edge('Width', 'width', 1, 2000),
            edge('Height', 'height', 1, 2000),
            numberField({ label: 'Turned', unit: '°', minimum: -360, maximum: 360, value: part.value.angle ?? 0,
                change: number => draft.changePart(value => { value.angle = number; }, 'angle') })),
        part.list === 'captions' && h('div', { class: 'stack' }, alignment(draft, part.value)));
}

function alignment(draft, value) {
    const set = (name, key) => { draft.changePart(part => { part[name] = key; }); };
    return [
        choice({ label: 'Across', value: value.alignment ?? 'center', options: [['left', 'Left'], ['center', 'Middle'], ['right', 'Right']],
            change: key => set('alignment', key) }),
        choice({ label: 'Upright', value: value.verticalAlignment ?? 'middle', options: [['top', 'Top'], ['middle', 'Middle'], ['bottom', 'Bottom']],
            change: key => set('verticalAlignment', key) }),
    ];
}

function placeOnPicture(draft, part) {
    draft.change(meme => {
        const [caption] = meme[part.list].splice(part.index, 1);
        (meme.captions ??= []).push({ ...caption, box: { x: 0.05, y: part.list === 'above' ? 0.04 : 0.76, width: 0.9, height: 0.2 }, fill: '#ffffff',
            outline: { color: '#000000', width: 0.0625 } });
        if (!meme.above?.length && !meme.below?.length) delete meme.surround;
    });
    draft.selected.value = `captions/${draft.meme.peek().captions.length - 1}`;
}

/** How the selected letters look. */
export function lettersPanel(draft, part, fonts) {
    const value = part.value;
    const change = (edit, burst) => draft.changePart(edit, burst);
    const size = typeof value.maximumSize === 'number' ? value.maximumSize : 0.17;
    return h('div', { class: 'stack' }, fontField(draft, value, fonts),
        slider({ label: 'Largest size', value: Math.round(size * 100), minimum: 2, maximum: 40, step: 1, text: number => `${number} %`,
            settle: () => draft.settle(), change: number => change(part => { part.maximumSize = number / 100; }, 'letter size') }),
        h('div', { class: 'colors' },
            colorField({ label: 'Colour', value: value.fill ?? '#ffffff', change: color => change(part => { part.fill = color; }, 'fill') }),
            optional(draft, 'Outline', value.outline, part => part.outline, (part, made) => { part.outline = made; },
                { color: '#000000', width: 0.0625 }),
            optional(draft, 'Background', value.backdrop, part => part.backdrop, (part, made) => { part.backdrop = made; },
                { color: '#ffffff', padding: 0.4, cornerRadius: 0.4 })),
        h('div', { class: 'row' },
            check({ label: 'Shadow', value: Boolean(value.shadow),
                change: on => change(part => { part.shadow = on ? { color: '#000000', x: 0.04, y: 0.04, blur: 0.06 } : null; }) }),
            check({ label: 'Capitals', value: value.letterCase === 'upper',
                change: on => change(part => { part.letterCase = on ? 'upper' : 'typed'; }) }),
            check({ label: 'All words in one size', value: Boolean(draft.meme.peek().sameSize),
                change: on => draft.change(meme => { meme.sameSize = on; }) })),
        choice({ label: 'Words come', value: value.appear ?? '', options: [['', 'At once'], ['words', 'Word by word'], ['lines', 'Line by line']],
            change: key => change(part => { if (key) part.appear = key; else delete part.appear; }) }),
        h('div', { class: 'stack' },
            check({ label: 'Stars, underscores and [gold]colours[/] are looks', value: !value.plain,
                change: on => change(part => { part.plain = !on; }) })),
        part.isPlaced ? null : choice({ label: 'Across', value: value.alignment ?? 'center',
            options: [['left', 'Left'], ['center', 'Middle'], ['right', 'Right']], change: key => change(part => { part.alignment = key; }) }));
}

/** A colour that is there or not, such as that of an outline. */
function optional(draft, label, value, get, put, fresh) {
    return h('div', { class: 'color' }, check({ label, value: Boolean(value), change: on => draft.changePart(part => put(part, on ? fresh : null)) }),
        value && h('input', { class: 'color-input', type: 'color', 'aria-label': `Colour: ${label.toLowerCase()}`, value: colorOf(value.color),
            oninput: event => draft.changePart(part => { get(part).color = event.target.value; }, label) }));
}

const colorOf = color => /^#[0-9a-f]{6}/i.test(color ?? '') ? color.slice(0, 7) : '#000000';

function fontField(draft, value, fonts) {
    const current = value.font ?? 'Frankmark';
    const same = font => font.id.toLowerCase() === current.toLowerCase() || font.name.toLowerCase() === current.toLowerCase();
    const option = font => h('option', { value: font.id, selected: same(font) }, font.name);
    const [own, others] = [fonts.filter(font => !/^noto/i.test(font.id)), fonts.filter(font => /^noto/i.test(font.id))];
    return h('label', { class: 'stack select' }, h('span', null, 'Font'),
        h('select', { class: 'input', onchange: event => draft.changePart(part => { part.font = event.target.value; }) },
        fonts.some(same) ? null : h('option', { value: current, selected: true }, current), own.map(option),
            others.length > 0 && h('optgroup', { label: 'For many scripts' }, others.map(option))));
}

/** How the selected picture lies on the meme. */
export function picturePanel(draft, part) {
    const value = part.value;
    return h('div', { class: 'stack' },
        choice({ label: 'Fills its box', value: value.fit ?? 'inside', options: [['inside', 'Whole'], ['cover', 'Cropped'], ['stretch', 'Stretched']],
            change: key => draft.changePart(part => { part.fit = key; }) }),
        choice({ label: 'Words are', value: value.level ?? 'below', options: [['below', 'Over it'], ['above', 'Under it']],
            change: key => draft.changePart(part => { part.level = key; }) }),
        slider({ label: 'Opacity', value: Math.round((value.opacity ?? 1) * 100), minimum: 5, maximum: 100, step: 5, text: number => `${number} %`,
            settle: () => draft.settle(), change: number => draft.changePart(part => { part.opacity = number / 100; }, 'opacity') }),
        slider({ label: 'Round corners', value: Math.round((value.cornerRadius ?? 0) * 100), minimum: 0, maximum: 50, step: 1,
            text: number => `${number} %`, settle: () => draft.settle(),
            change: number => draft.changePart(part => { part.cornerRadius = number / 100; }, 'corners') }));
}
