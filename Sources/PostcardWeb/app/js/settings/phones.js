import { send, session } from '../base/api.js';
import { fill, h, set, svg } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { complain } from '../base/toast.js';

const path = '/session/devices';

/** The phones that the person at the machine has let in, or how they are let in. */
export function phones() {
    const { name, devices } = session.value ?? {};
    if (name !== 'owner' || devices === undefined) return null;
    const section = h('section', { class: 'stack setting' }, h('h2', null, 'Phones'));
    if (!devices) {
        section.append(h('p', null, 'To open this library on your phone, end Postcard and start it with:'),
            h('p', null, h('code', null, 'postcard app --phone')));
        return section;
    }
    const [list, code] = [h('ul', { class: 'plain stack' }), h('div', { role: 'status' })];
    const add = (scope, text) => h('button', { class: 'button', onclick: async event => {
        const button = event.currentTarget;
        set(button, { 'aria-busy': 'true' });
        try { show(await send('POST', path, { body: { scope } })); } catch (problem) { complain(problem); }
        button.removeAttribute('aria-busy');
    } }, icon('plus'), text);
    section.append(h('p', null, 'A phone in your network opens this library when it scans a code. The connection is not encrypted, '
        + 'so use it in a network that you trust.'), list,
        h('div', { class: 'row' }, add('write', 'Add a phone'), add('read', 'Add a phone that only looks')), code);
    load();
    // A phone that has just signed in is there when its owner looks back at this page.
    addEventListener('focus', () => section.isConnected && load());
    return section;

    async function load() {
        try {
            const { value } = await send('GET', path);
            fill(list, value.map(device => h('li', { class: 'row' },
                `${device.name}${device.scope === 'read' ? ', only looks' : ''}`,
                h('button', { class: 'button', 'aria-label': `Sign ${device.name} out`, onclick: () => end(device.name) },
                    'Sign out'))));
        } catch (problem) { complain(problem); }
    }

    async function end(device) {
        try { await send('DELETE', `${path}/${device}`); } catch (problem) { complain(problem); }
        load();
    }

    function show({ value }) {
        fill(code, value.code && picture(value.code), h('p', { class: 'small' }, 'Scan this with the phone’s camera, or open ',
            h('a', { href: value.address }, value.address), '. It is good once, for 10 minutes.'));
    }
}

/** @param {string[]} rows Of a QR code, 1 for dark modules. */
function picture(rows) {
    const margin = 4;
    const path = rows.flatMap((row, y) => [...row].map((module, x) => module === '1' ? `M${x + margin} ${y + margin}h1v1h-1z` : ''));
    const width = rows.length + 2 * margin;
    return svg('svg', { viewBox: `0 0 ${width} ${width}`, width: 240, height: 240, role: 'img', 'aria-label': 'QR code',
        'shape-rendering': 'crispEdges' },
    svg('rect', { width, height: width, fill: '#fff' }), svg('path', { d: path.join(''), fill: '#000' }));
}
