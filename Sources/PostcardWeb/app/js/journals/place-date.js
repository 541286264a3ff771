import { refresh, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { freshID, h } from '../base/dom.js';

/** Asks when the traveller came to a place; the places of a journal are in that order. */
export function changeDate(journal, place) {
    const [id, note] = [freshID('date'), freshID('note')];
    // The clock of the place counts, so the zone that the date has is kept.
    const [, local, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(.*)$/.exec(place.date)
        ?? [null, `${place.date.slice(0, 10).padEnd(10, '-01')}T12:00`, ''];
    const input = h('input', { id, class: 'input', type: 'datetime-local', value: local, 'aria-describedby': note });
    const message = h('p', { id: note, class: 'field-problem', role: 'alert' });
    const form = h('form', { class: 'stack', novalidate: true, onsubmit: async event => {
        event.preventDefault();
        if (!input.value) { message.textContent = 'Choose a day and a time.'; return input.focus(); }
        try {
            await send('PATCH', `/library/places/${place.id}`, { body: { date: `${input.value.slice(0, 16)}:00${zone}` } });
            await refresh(`/library/journals/${journal}`);
            box.close();
        } catch (problem) { message.textContent = problem.message; }
    } }, h('label', { class: 'field', for: id }, 'Day and time'), input, message,
        h('div', { class: 'dialog-actions' }, h('button', { type: 'submit', class: 'button button-primary' }, 'Change')));
    const box = dialog({ title: 'When were you there?', content: form });
    input.focus();
}
