import { get } from '../base/api.js';
import { fill, freshID, h } from '../base/dom.js';
import { Problem } from '../base/problem.js';
import { complain } from '../base/toast.js';

/** Those that people look for, the most liked ones first. */
const liked = `frankmark impact anton oswald bebasneue comicsansms comicneue bangers lobster pacifico permanentmarker arialblack montserrat lato roboto
    ubuntu georgia liberationsans liberationserif dejavusans dejavuserif notosans notoserif dejavusansmono couriernew liberationmono`.split(/\s+/);
/** So many are shown in their own letters. */
const count = 6;
const rowHeight = 44;
const unlettered = /glyph|icon|symbol|emoji|dingbat|math|music|^d05/i;
let known = /** @type {{ few: any[], more: any[], sheet: string } | null} */ (null);
let loading = /** @type {Promise<void> | null} */ (null);

/** The fonts to letter with, asked for once, with a picture of the first ones' names. */
async function load() {
    const all = (await get('/fonts')).filter(font => !unlettered.test(font.id));
    const few = liked.map(id => all.find(font => font.id === id)).filter(Boolean).slice(0, count);
    known = { few, more: all.filter(font => !few.includes(font)), sheet: URL.createObjectURL(await drawn(few)) };
}

/** The names of fonts, each in its own letters, below each other on a transparent picture. */
async function drawn(fonts) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: rowHeight * 2 * fonts.length });
    const captions = fonts.map(({ name }, at) => ({ text: name, font: name, fill: '#000000', outline: null, maximumSize: '30px', plain: true, alignment: 'left',
        box: { x: 0.02, y: at / fonts.length, width: 0.96, height: 1 / fonts.length } }));
    const form = new FormData();
    form.set('request', JSON.stringify({ meme: { captions }, format: 'png' }));
    form.set('picture', await new Promise(resolve => canvas.toBlob(resolve)), 'blank.png');
    const response = await fetch('/memes', { method: 'POST', body: form, headers: { 'X-Postcard': '1' }, credentials: 'same-origin' });
    if (!response.ok) throw await Problem.of(response);
    return response.blob();
}

/** A choice of fonts: a handful by their looks, all others by their names. */
export function fontField({ label, value, change }) {
    const name = freshID('font');
    const same = font => [font.id, font.name.toLowerCase()].includes(value.toLowerCase());
    const element = h('fieldset', { class: 'choice fonts' });
    const show = () => {
        const { few, more, sheet } = /** @type {any} */ (known);
        const option = font => h('option', { value: font.name, selected: same(font) }, font.name);
        const isMore = !few.some(same);
        const scripts = more.filter(font => font.id.startsWith('noto'));
        fill(element, h('legend', null, label), h('div', { class: 'choice-options' }, few.map((font, at) => h('label', { class: 'choice-option' },
            h('input', { type: 'radio', name, checked: same(font), 'aria-label': font.name, onchange: () => change(font.name) }),
            h('span', null, h('i', { style: { mask: `url("${sheet}") 0 ${-at * rowHeight}px / 200px auto` } }))))),
        h('details', { open: isMore }, h('summary', null, 'More fonts'), h('select', { class: 'input', 'aria-label': 'More fonts',
            onchange: event => { if (event.target.value) change(event.target.value); } },
            h('option', { value: '', selected: !isMore }, 'Choose …'), isMore && !more.some(same) && h('option', { value, selected: true }, value),
            more.filter(font => !scripts.includes(font)).map(option),
            scripts.length > 0 && h('optgroup', { label: 'For many scripts' }, scripts.map(option)))));
    };
    if (known) show();
    else (loading ??= load()).then(show, problem => { loading = null; complain(problem); });
    return element;
}
