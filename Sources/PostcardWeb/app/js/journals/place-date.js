import { refresh, send } from '../base/api.js';
import { askForText } from '../base/later.js';

/** Asks when the traveller came to a place; the places of a journal are in that order. */
export function changeDate(journal, place) {
    // The clock of the place counts, so the zone that the date has is kept.
    const [, local, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(.*)$/.exec(place.date)
        ?? [null, `${place.date.slice(0, 10).padEnd(10, '-01')}T12:00`, ''];
    return askForText({ title: 'When were you there?', label: 'Day and time', type: 'datetime-local', value: local, confirm: 'Change',
        missing: 'Choose a day and a time.', save: async text => {
            await send('PATCH', `/library/places/${place.id}`, { body: { date: `${text.slice(0, 16)}:00${zone}` } });
            await refresh(`/library/journals/${journal}`);
        } });
}
