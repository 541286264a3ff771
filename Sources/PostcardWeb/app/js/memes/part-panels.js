import { get, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, freshID, h, icon } from '../base/dom.js';
import { effect } from '../base/signal.js';
import { complain } from '../base/toast.js';
import { strings } from '../strings/editor.js';
import { check, choice, colorField, numberField, plainColor, slider } from './controls.js';
import { bubbled, Draft, freshCaption, sizeOf } from './draft.js';
import { draw } from './preview.js';
import { placed, rounded, stage } from './stage.js';

/**
 * Returns the functions that read and change a value of a part. Default values are omitted, since the service adds
 * them.
 */
const named = (name, usual) => ({
    get: (part) => part[name] ?? usual,
    put: (part, value) => {
        if (value === usual) delete part[name];
        else part[name] = value;
    },
});
/** Like `named`, for a percentage. */
const share = (name, usual) => ({
    get: (part) => Math.round((Number.isFinite(part[name]) ? part[name] : usual) * 100),
    put: (part, value) => {
        part[name] = value / 100;
    },
});
/** Like `named`, but true if the value is present. */
const present = (name, fresh) => ({
    get: (part) => Boolean(part[name]),
    put: (part, value) => {
        part[name] = value ? fresh : null;
    },
});

const [sides, heights] = [strings.sides, strings.heights].map(Object.entries);

/** The controls in each panel. They apply to the selected part, or to the whole meme if `isOne` is set. */
const panels = {
    text: [
        { control: fontField, label: strings.font, ...named('font', 'Frankmark') },
        { control: slider, label: strings.size, ...share('maximumSize', 0.17), minimum: 2, maximum: 40 },
        [
            { control: colorField, label: strings.color, ...named('fill', '#ffffff') },
            {
                control: optional,
                label: strings.outline,
                ...named('outline'),
                fresh: { color: '#000000', width: 0.0625 },
            },
            {
                control: optional,
                label: strings.background,
                ...named('backdrop'),
                fresh: { color: '#ffffff', padding: 0.4, cornerRadius: 0.4 },
            },
            {
                control: check,
                label: strings.shadow,
                ...present('shadow', { color: '#000000', x: 0.04, y: 0.04, blur: 0.06 }),
            },
            {
                control: check,
                label: strings.allCaps,
                get: (part) => part.letterCase === 'upper',
                put: (part, value) => {
                    part.letterCase = value ? 'upper' : 'typed';
                },
            },
        ],
        { control: check, label: strings.sameSize, ...named('sameSize', false), isOne: true },
        {
            control: check,
            label: strings.markup,
            get: (part) => !part.plain,
            put: (part, value) => {
                part.plain = !value;
            },
        },
    ],
    effects: [
        {
            control: choice,
            label: strings.textEffects,
            options: [['glow', strings.glow], ['arc', strings.arc], ['rainbow', strings.rainbow]],
            get: (part) => [part.effect ?? []].flat(),
            put: (part, value) => {
                if (value.length) part.effect = value;
                else delete part.effect;
            },
        },
        {
            control: choice,
            label: strings.appears,
            options: [['', strings.allAtOnce], ['words', strings.byWord], ['lines', strings.byLine]],
            ...named('appear', ''),
        },
        {
            control: check,
            label: strings.speechBubble,
            get: (part) => Boolean(part.bubble),
            put: bubbled,
            isPlaced: true,
        },
        {
            control: choice,
            label: strings.busyParts,
            options: [['', strings.ignored], ['subject', strings.getsSmaller], ['detail', strings.textMoves]],
            ...named('avoid', ''),
            isPlaced: true,
        },
        { control: check, label: strings.vertical, ...named('vertical', false), isPlaced: true },
    ],
    position: [
        {
            control: choice,
            label: strings.horizontalAlignment,
            options: sides,
            ...named('alignment', 'center'),
        },
        {
            control: choice,
            label: strings.verticalAlignment,
            options: heights,
            ...named('verticalAlignment', 'middle'),
            isPlaced: true,
        },
    ],
    overlay: [
        {
            control: choice,
            label: strings.fit,
            options: [['inside', strings.whole], ['cover', strings.cropped], ['stretch', strings.stretched]],
            ...named('fit', 'inside'),
        },
        {
            control: choice,
            label: strings.textIs,
            options: [['below', strings.overIt], ['above', strings.underIt]],
            ...named('level', 'below'),
        },
        {
            control: slider,
            label: strings.opacity,
            ...share('opacity', 1),
            minimum: 5,
            maximum: 100,
            step: 5,
        },
        {
            control: slider,
            label: strings.roundCorners,
            ...share('cornerRadius', 0),
            minimum: 0,
            maximum: 50,
        },
    ],
    picture: [{
        control: check,
        label: strings.deepFried,
        get: (meme) => Boolean(meme.effect),
        isOne: true,
        put: (meme, value) => {
            if (value) meme.effect = 'deep-fried';
            else delete meme.effect;
        },
    }],
};

/** Returns the controls in a panel. */
function controls(name, draft, part) {
    const field = (row) => {
        if (Array.isArray(row)) return h('div', { class: 'colors' }, row.map(field));
        const { control, get, put, isOne, isPlaced, ...more } = row;
        if (isPlaced && !part.isPlaced) return null;
        return control({
            ...more,
            draft,
            value: get(isOne ? draft.meme.peek() : part.value),
            settle: () => draft.settle(),
            change: (value, burst) =>
                isOne ? draft.change((meme) => put(meme, value)) : draft.changePart(
                    (each) => put(each, value),
                    burst ?? (control === slider || control === colorField ? more.label : undefined),
                ),
        });
    };
    return panels[name].map(field);
}

/**
 * Returns a panel for the selected part.
 *
 * @param {string} name
 * @param {Draft} draft
 * @param {import('./draft.js').Part | undefined} part
 * @param {import('./draft.js').Source} source
 */
export function partPanel(name, draft, part, source) {
    const isPicture = part?.list === 'overlays';
    const parts = name === 'picture'
        ? [
            isPicture && h('h3', null, part.name),
            isPicture && controls('overlay', draft, part),
            isPicture && h('h3', null, strings.baseImage),
            !source.background.template &&
            h('button', { class: 'button', onclick: () => crop(draft, source) }, icon('crop'), strings.crop),
            controls('picture', draft, part),
        ]
        : !part || isPicture && name !== 'position'
        ? h('p', { class: 'soft' }, strings.tapTextFirst)
        : [
            name === 'position' && position(draft, part),
            !isPicture && controls(name, draft, part),
        ];
    return h('div', { class: 'stack' }, parts);
}

/** Returns number fields for the position of the selected part, as an alternative to dragging. */
function position(draft, part) {
    if (!part.isPlaced) {
        return [
            h(
                'p',
                { class: 'soft' },
                part.list === 'above' ? strings.isAbove : strings.isBelow,
            ),
            h(
                'button',
                { class: 'button', onclick: () => placeOnPicture(draft, part) },
                strings.moveOnto,
            ),
        ];
    }
    const percent = (label, list, name, minimum, maximum) =>
        numberField({
            label,
            unit: '%',
            minimum,
            maximum,
            value: Math.round(part.value[list][name] * 1000) / 10,
            change: (number) =>
                draft.changePart((value) => {
                    value[list] = (list === 'box' ? rounded : placed)({
                        ...value[list],
                        [name]: number / 100,
                    });
                }, `${list} ${name}`),
        });
    return h(
        'div',
        { class: 'numbers' },
        percent(strings.fromLeft, 'box', 'x', -1000, 1000),
        percent(strings.fromTop, 'box', 'y', -1000, 1000),
        percent(strings.width, 'box', 'width', 1, 2000),
        percent(strings.height, 'box', 'height', 1, 2000),
        numberField({
            label: strings.rotation,
            unit: '°',
            minimum: -360,
            maximum: 360,
            value: part.value.angle ?? 0,
            change: (number) =>
                draft.changePart((value) => {
                    value.angle = number;
                }, 'angle'),
        }),
        part.value.bubble &&
            [
                percent(strings.tailLeft, 'bubble', 'x', -1000, 1000),
                percent(strings.tailTop, 'bubble', 'y', -1000, 1000),
            ],
    );
}

function placeOnPicture(draft, part) {
    draft.change((meme) => {
        const [caption] = meme[part.list].splice(part.index, 1);
        const { fill, outline } = freshCaption();
        (meme.captions ??= []).push({
            ...caption,
            box: { x: 0.05, y: part.list === 'above' ? 0.04 : 0.76, width: 0.9, height: 0.2 },
            fill,
            outline,
        });
        if (!meme.above?.length && !meme.below?.length) delete meme.surround;
    });
    draft.selected.value = `captions/${draft.meme.peek().captions.length - 1}`;
}

/** Returns a checkbox with a color field for an optional color, such as an outline's. */
function optional({ label, value, fresh, change }) {
    return h(
        'div',
        { class: 'color' },
        check({ label, value: Boolean(value), change: (on) => change(on ? fresh : null) }),
        value &&
            h('input', {
                class: 'color-input',
                type: 'color',
                'aria-label': strings.colorOf(label),
                value: plainColor(value.color),
                oninput: (event) => change({ ...value, color: event.target.value }, label),
            }),
    );
}

/* Fonts. */

/** Popular fonts, the most popular first. */
const popular =
    `frankmark impact anton oswald bebasneue comicsansms comicneue bangers lobster pacifico permanentmarker arialblack montserrat lato roboto
    ubuntu georgia liberationsans liberationserif dejavusans dejavuserif notosans notoserif dejavusansmono couriernew liberationmono`
        .split(/\s+/);
/** The number of fonts with a preview. */
const count = 6;
const rowHeight = 44;
const symbolFonts = /glyph|icon|symbol|emoji|dingbat|math|music|^d05/i;
let known = /** @type {{ few: any[], more: any[], sheet: string } | null} */ (null);
let loading = /** @type {Promise<void> | null} */ (null);

/** Loads the fonts once, with a picture that shows the names of the popular fonts. */
async function load() {
    const all = (await get('/fonts')).filter((font) => !symbolFonts.test(font.id));
    const few = popular.map((id) => all.find((font) => font.id === id)).filter(Boolean).slice(0, count);
    known = {
        few,
        more: all.filter((font) => !few.includes(font)),
        sheet: URL.createObjectURL(await drawn(few)),
    };
}

/** Draws font names, each in its own font, one below the other on a transparent picture. */
async function drawn(fonts) {
    const canvas = Object.assign(document.createElement('canvas'), {
        width: 400,
        height: rowHeight * 2 * fonts.length,
    });
    const captions = fonts.map(({ name }, at) => ({
        text: name,
        font: name,
        fill: '#000000',
        outline: null,
        maximumSize: '30px',
        plain: true,
        alignment: 'left',
        box: { x: 0.02, y: at / fonts.length, width: 0.96, height: 1 / fonts.length },
    }));
    const form = new FormData();
    form.set('request', JSON.stringify({ meme: { captions }, format: 'png' }));
    form.set('picture', await new Promise((resolve) => canvas.toBlob(resolve)), 'blank.png');
    return (await send('POST', '/memes', { body: form, isFile: true })).value;
}

/** Returns a font field: a few fonts with previews, and all other fonts by name. */
function fontField({ label, value, change }) {
    const name = freshID('font');
    const same = (font) => [font.id, font.name.toLowerCase()].includes(value.toLowerCase());
    const element = h('fieldset', { class: 'choice fonts' });
    const show = () => {
        const { few, more, sheet } = /** @type {any} */ (known);
        const option = (font) => h('option', { value: font.name, selected: same(font) }, font.name);
        const isMore = !few.some(same);
        const scripts = more.filter((font) => font.id.startsWith('noto'));
        fill(
            element,
            h('legend', null, label),
            h(
                'div',
                { class: 'choice-options' },
                few.map((font, at) =>
                    h(
                        'label',
                        { class: 'choice-option' },
                        h('input', {
                            type: 'radio',
                            name,
                            checked: same(font),
                            'aria-label': font.name,
                            onchange: () => change(font.name),
                        }),
                        h(
                            'span',
                            null,
                            h('i', {
                                style: { mask: `url("${sheet}") 0 ${-at * rowHeight}px / 200px auto` },
                            }),
                        ),
                    )
                ),
            ),
            h(
                'details',
                { open: isMore },
                h('summary', null, strings.moreFonts),
                h(
                    'select',
                    {
                        class: 'input',
                        'aria-label': strings.moreFonts,
                        onchange: (event) => {
                            if (event.target.value) change(event.target.value);
                        },
                    },
                    h('option', { value: '', selected: !isMore }, strings.choose),
                    isMore && !more.some(same) && h('option', { value, selected: true }, value),
                    more.filter((font) => !scripts.includes(font)).map(option),
                    scripts.length > 0 && h('optgroup', { label: strings.otherScripts }, scripts.map(option)),
                ),
            ),
        );
    };
    if (known) show();
    else {(loading ??= load()).then(show, (problem) => {
            loading = null;
            complain(problem);
        });}
    return element;
}

/* The crop of the base image. */

const shapes = [['', strings.free], ['1', strings.square], ['0.8', '4:5'], ['1.7778', '16:9'], [
    '0.5625',
    '9:16',
]];
const whole = { x: 0, y: 0, width: 1, height: 1 };

/** Returns the largest centered box of an aspect ratio, in fractions of the picture. */
function middle(shape, { width, height }) {
    const [x, y] = [Math.min(1, height * shape / width), Math.min(1, width / shape / height)];
    return { x: (1 - x) / 2, y: (1 - y) / 2, width: x, height: y };
}

/**
 * Converts a crop in pixels to a box; a crop to an aspect ratio, which only commands can make, becomes the whole
 * picture.
 */
function boxOf(crop, size) {
    const [x, y, width, height] = (crop ?? '').split(',').map(Number);
    return height
        ? { x: x / size.width, y: y / size.height, width: width / size.width, height: height / size.height }
        : whole;
}

/** Converts a box to a crop in pixels for the service; undefined for the whole picture. */
function cropOf(box, size) {
    const within = (value) => Math.min(1, Math.max(0, value));
    const [left, right] = [box.x, box.x + box.width].map((value) => Math.round(within(value) * size.width));
    const [top, bottom] = [box.y, box.y + box.height].map((value) => Math.round(within(value) * size.height));
    const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
    return width === size.width && height === size.height ? undefined : [left, top, width, height].join();
}

/**
 * Opens a dialog to crop the base image of a meme.
 *
 * @param {Draft} draft
 * @param {import('./draft.js').Source} source
 */
async function crop(draft, source) {
    const stop = new AbortController();
    try {
        const size = await sizeOf(source);
        const part = new Draft({ overlays: [{ box: boxOf(draft.meme.peek().crop, size) }] });
        const view = stage(part, { until: stop.signal });
        const room = h('div', { class: 'stage stage-crop' }, view.element);
        const done = h('button', {
            class: 'button button-primary',
            onclick: () => {
                const next = cropOf(part.meme.peek().overlays[0].box, size);
                if (next !== draft.meme.peek().crop) {
                    draft.change((meme) => {
                        if (next) meme.crop = next;
                        else delete meme.crop;
                    });
                }
                box.close();
            },
        }, strings.crop);
        const box = dialog({
            title: strings.cropPicture,
            kind: 'full',
            actions: [done],
            content: h(
                'div',
                { class: 'stack' },
                room,
                choice({
                    label: strings.shape,
                    value: '',
                    options: shapes,
                    change: (key) =>
                        part.changePart((value) => {
                            value.box = key ? middle(Number(key), size) : whole;
                        }),
                }),
            ),
        });
        box.closed.then(() => stop.abort());
        effect(() => view.arrange(part.meme.value, part.selected.value, []), stop.signal);
        const { picture } = await draw({ ...source.background, meme: {}, size: '1200' }, stop.signal);
        view.show(picture, strings.wholePicture, () => whole);
    } catch (problem) {
        if (!stop.signal.aborted) complain(problem);
    }
}
