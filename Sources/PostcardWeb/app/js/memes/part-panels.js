import { h } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { check, choice, colorField, numberField, plainColor, slider } from './controls.js';
import { crop } from './crop.js';
import { fontField } from './fonts.js';
import { placed, rounded } from './geometry.js';
import { bubbled, freshCaption } from './styles.js';

/** How a control reads a value of a part and changes it; the usual value is left out, as the service knows it. */
const named = (name, usual) => ({ get: part => part[name] ?? usual,
    put: (part, value) => { if (value === usual) delete part[name]; else part[name] = value; } });
/** As a percentage. */
const share = (name, usual) => ({ get: part => Math.round((Number.isFinite(part[name]) ? part[name] : usual) * 100),
    put: (part, value) => { part[name] = value / 100; } });
/** Whether it is there at all. */
const present = (name, fresh) => ({ get: part => Boolean(part[name]), put: (part, value) => { part[name] = value ? fresh : null; } });

const [sides, heights] = [['left', 'center', 'right'], ['top', 'middle', 'bottom']].map(keys => keys.map(key =>
    [key, { center: 'Middle' }[key] ?? key[0].toUpperCase() + key.slice(1)]));

/** What can be set in each panel, for what is selected; `isOne` is for the whole meme. */
const panels = {
    text: [
        { control: fontField, label: 'Font', ...named('font', 'Frankmark') },
        { control: slider, label: 'Size', ...share('maximumSize', 0.17), minimum: 2, maximum: 40 },
        [
            { control: colorField, label: 'Colour', ...named('fill', '#ffffff') },
            { control: optional, label: 'Outline', ...named('outline'), fresh: { color: '#000000', width: 0.0625 } },
            { control: optional, label: 'Background', ...named('backdrop'), fresh: { color: '#ffffff', padding: 0.4, cornerRadius: 0.4 } },
            { control: check, label: 'Shadow', ...present('shadow', { color: '#000000', x: 0.04, y: 0.04, blur: 0.06 }) },
            { control: check, label: 'Capitals', get: part => part.letterCase === 'upper',
                put: (part, value) => { part.letterCase = value ? 'upper' : 'typed'; } },
        ],
        { control: check, label: 'All texts in one size', ...named('sameSize', false), isOne: true },
        { control: check, label: 'Use *bold* and [gold]colours[/]', get: part => !part.plain, put: (part, value) => { part.plain = !value; } },
    ],
    effects: [
        { control: choice, label: 'Letters', options: [['glow', 'Glow'], ['arc', 'Arc'], ['rainbow', 'Rainbow']],
            get: part => [part.effect ?? []].flat(), put: (part, value) => { if (value.length) part.effect = value; else delete part.effect; } },
        { control: choice, label: 'Words appear', options: [['', 'All at once'], ['words', 'Word by word'], ['lines', 'Line by line']],
            ...named('appear', '') },
        { control: check, label: 'Speech bubble', get: part => Boolean(part.bubble), put: bubbled, isPlaced: true },
        { control: check, label: 'Keep off the busiest part of the picture', get: part => part.avoid === 'detail',
            put: (part, value) => { if (value) part.avoid = 'detail'; else delete part.avoid; }, isPlaced: true },
        { control: check, label: 'In columns, as in Japanese', ...named('vertical', false), isPlaced: true },
    ],
    position: [
        { control: choice, label: 'Left and right', options: sides, ...named('alignment', 'center') },
        { control: choice, label: 'Up and down', options: heights, ...named('verticalAlignment', 'middle'), isPlaced: true },
    ],
    overlay: [
        { control: choice, label: 'Fills its place', options: [['inside', 'Whole'], ['cover', 'Cropped'], ['stretch', 'Stretched']], ...named('fit', 'inside') },
        { control: choice, label: 'Words are', options: [['below', 'Over it'], ['above', 'Under it']], ...named('level', 'below') },
        { control: slider, label: 'Opacity', ...share('opacity', 1), minimum: 5, maximum: 100, step: 5 },
        { control: slider, label: 'Round corners', ...share('cornerRadius', 0), minimum: 0, maximum: 50 },
    ],
    picture: [{ control: check, label: 'Deep-fried', get: meme => Boolean(meme.effect), isOne: true,
        put: (meme, value) => { if (value) meme.effect = 'deep-fried'; else delete meme.effect; } }],
};

/** The controls of a panel. */
function controls(name, draft, part) {
    const field = row => {
        if (Array.isArray(row)) return h('div', { class: 'colors' }, row.map(field));
        const { control, get, put, isOne, isPlaced, ...more } = row;
        if (isPlaced && !part.isPlaced) return null;
        return control({ ...more, draft, value: get(isOne ? draft.meme.peek() : part.value), settle: () => draft.settle(),
            change: (value, burst) => isOne ? draft.change(meme => put(meme, value))
                : draft.changePart(each => put(each, value), burst ?? (control === slider || control === colorField ? more.label : undefined)) });
    };
    return panels[name].map(field);
}

/**
 * A panel for what is selected.
 *
 * @param {string} name
 * @param {import('./draft.js').Draft} draft
 * @param {import('./draft.js').Part | undefined} part
 * @param {import('./source.js').Source} source
 */
export function partPanel(name, draft, part, source) {
    const isPicture = part?.list === 'overlays';
    const parts = name === 'picture' ? [
        isPicture && h('h3', null, part.name), isPicture && controls('overlay', draft, part), isPicture && h('h3', null, 'The picture beneath'),
        !source.background.template && h('button', { class: 'button', onclick: () => crop(draft, source) }, icon('crop'), 'Crop'), controls('picture', draft, part),
    ] : !part || isPicture && name !== 'position' ? h('p', { class: 'soft' }, 'Tap a text first, or add one.') : [
        name === 'position' && position(draft, part), !isPicture && controls(name, draft, part),
    ];
    return h('div', { class: 'stack' }, parts);
}

/** Where the selected part is: numbers for what can be dragged. */
function position(draft, part) {
    if (!part.isPlaced) {
        return [h('p', { class: 'soft' }, `This text stands ${part.list === 'above' ? 'above' : 'below'} the picture.`),
            h('button', { class: 'button', onclick: () => placeOnPicture(draft, part) }, 'Put it on the picture')];
    }
    const percent = (label, list, name, minimum, maximum) => numberField({ label, unit: '%', minimum, maximum,
        value: Math.round(part.value[list][name] * 1000) / 10, change: number => draft.changePart(value => {
            value[list] = (list === 'box' ? rounded : placed)({ ...value[list], [name]: number / 100 });
        }, `${list} ${name}`) });
    return h('div', { class: 'numbers' }, percent('From left', 'box', 'x', -1000, 1000), percent('From top', 'box', 'y', -1000, 1000),
        percent('Width', 'box', 'width', 1, 2000), percent('Height', 'box', 'height', 1, 2000),
        numberField({ label: 'Turned', unit: '°', minimum: -360, maximum: 360, value: part.value.angle ?? 0,
            change: number => draft.changePart(value => { value.angle = number; }, 'angle') }),
        part.value.bubble && [percent('Tail left', 'bubble', 'x', -1000, 1000), percent('Tail top', 'bubble', 'y', -1000, 1000)]);
}

function placeOnPicture(draft, part) {
    draft.change(meme => {
        const [caption] = meme[part.list].splice(part.index, 1);
        const { fill, outline } = freshCaption();
        (meme.captions ??= []).push({ ...caption, box: { x: 0.05, y: part.list === 'above' ? 0.04 : 0.76, width: 0.9, height: 0.2 }, fill, outline });
        if (!meme.above?.length && !meme.below?.length) delete meme.surround;
    });
    draft.selected.value = `captions/${draft.meme.peek().captions.length - 1}`;
}

/** A colour that is there or not, such as that of an outline. */
function optional({ label, value, fresh, change }) {
    return h('div', { class: 'color' }, check({ label, value: Boolean(value), change: on => change(on ? fresh : null) }),
        value && h('input', { class: 'color-input', type: 'color', 'aria-label': `Colour: ${label.toLowerCase()}`, value: plainColor(value.color),
            oninput: event => change({ ...value, color: event.target.value }, label) }));
}
