import { mayWrite, send, session } from '../base/api.js';
import { fill, h, set } from '../base/dom.js';
import { icon } from '../base/icons.js';
import { ask } from '../base/later.js';
import { plural, size } from '../base/words.js';

/** What this program is, the health of the library, and its routes as files. */
export function about() {
    const who = session.value ?? {};
    const result = h('p', { role: 'status' });
    const button = (name, text, run) => h('button', { class: 'button', onclick: async event => {
        const target = event.currentTarget;
        set(target, { 'aria-busy': 'true' });
        try { await run(); } catch (problem) { result.textContent = problem.message; } finally { target.removeAttribute('aria-busy'); }
    } }, icon(name), text);

    const check = () => send('POST', '/library/check').then(({ value }) => {
        fill(result, value.isSound ? `All is well: ${plural(value.records, 'item')}, ${plural(value.files, 'file')}.`
            : [`${plural(value.findingCount, 'finding')}:`, h('ul', null, value.findings.slice(0, 10).map(finding => h('li', null, finding.problem))),
            'Run “postcard library check” on the machine to mend them.']);
    });
    const compact = async () => {
        if (!await ask({ title: 'Empty the trash for good?', text: 'What was deleted and earlier versions are removed, and cannot come back.',
            confirm: 'Remove for good', isDangerous: true })) return;
        const { value } = await send('POST', '/library/compact');
        result.textContent = `Removed ${plural(value.removedFiles, 'file')}${value.removedFileBytes ? `, ${size(value.removedFileBytes)}`
            : ''}, and ${plural(value.removedChanges, 'old change')}.`;
    };
    return [
        h('section', { class: 'stack setting' }, h('h2', null, 'The library'),
            h('div', { class: 'row' }, h('a', { class: 'button', href: '/library/journeys.gpx', download: 'journeys.gpx' }, icon('download'),
                'Routes as GPX'), h('a', { class: 'button', href: '/library/journeys.geojson', download: 'journeys.geojson' }, icon('download'),
                'Routes as GeoJSON')),
            mayWrite() && h('div', { class: 'row' }, button('check', 'Check the library', check), button('sweep', 'Empty the trash for good', compact)), result),
        h('section', { class: 'stack setting' }, h('h2', null, 'About'), h('p', null, `Postcard ${who.version ?? ''}`),
            h('p', { class: 'soft small' },
            'The outline of the world is made from Natural Earth, which is in the public domain. Letters: Frankmark, drawn for Postcard.'),
            who.ffmpeg === false && h('p', { class: 'soft small' }, 'ffmpeg is not installed on the service’s machine, so videos have no posters.')),
    ];
}
