import { refresh, send } from '../base/api.js';
import { askForText, share } from '../base/later.js';
import { deleteFromList, deleteWithUndo } from '../base/undo.js';

/** Asks for another name of a journal. */
export const renameJournal = journal => askForText({ title: 'Rename the journal', label: 'Name', value: journal.name, confirm: 'Rename',
    missing: 'A journal needs a name.',
    save: async name => { await send('PATCH', `/library/journals/${journal.id}`, { body: { name } }); await refresh('/library/journals'); } });

export const shareJournal = journal => share({ title: journal.name, ids: [journal.id] });

/** Deletes a journal with all in it; it leaves the list at once. */
export const deleteJournal = journal => deleteFromList('/library/journals', journal.id, `“${journal.name}” deleted`);

/** Asks for another name of a place. */
export const renamePlace = (journal, place) => askForText({ title: 'Rename the place', label: 'Name', value: place.name, confirm: 'Rename',
    missing: 'A place needs a name.',
    save: async name => { await send('PATCH', `/library/places/${place.id}`, { body: { name } }); await refresh(`/library/journals/${journal}`); } });

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

/** Deletes a place with its notes, pictures and videos. */
export const deletePlace = (journal, place) => deleteWithUndo([place.id],
    { text: `“${place.name}” deleted`, putBack: () => {}, changed: () => refresh(`/library/journals/${journal}`, '/library/deleted') });

/** Whether a part of an address is a day of what is at no place, and not a place. */
export const isDay = part => /^\d{4}(-\d\d){0,2}$/.test(part ?? '');

/** What a journal has at a place; at none for `null`, or a day for what is at none on that day. */
export function stopOf(contents, place) {
    const stop = contents?.stops.find(each => (each.place?.id ?? null) === (isDay(place) ? null : place));
    if (!stop || !isDay(place)) return stop;
    const ofDay = list => list.filter(each => each.date.slice(0, 10) === place);
    const [notes, entries] = [ofDay(stop.notes), ofDay(stop.entries)];
    return notes.length || entries.length ? { ...stop, notes, entries } : undefined;
}
