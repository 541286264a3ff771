import { refresh, resource, send } from '../base/api.js';
import { askForText, deleteWithUndo } from '../base/later.js';
import { position } from '../base/words.js';

/** All pins, as the map shows them. */
export const allPins = () => resource('/library/pins.geojson');

/** What to call a pin: its name, or where it is. */
export const nameOf = (pin, coordinate = pin.coordinate) => pin.name?.trim() || position(coordinate, 3);

/** Where pins are listed. */
export const pinLists = ['/library/pins.geojson', '/library/pins?', '/library/albums'];

/** Everything that shows pins asks for them again. */
export const pinsChanged = id => refresh(...pinLists, ...(id ? [`/library/pins/${id}`] : []));

/** Asks for a name and gives it to a pin. */
export function renamePin(pin) {
    return askForText({ title: 'Rename the pin', label: 'Name', value: pin.name, confirm: 'Save',
        missing: 'A name needs at least one letter.',
        save: async name => {
            const { value } = await send('PATCH', `/library/pins/${pin.id}`, { body: { name } });
            await pinsChanged(pin.id);
            return value;
        } });
}

/** Deletes a pin with its album; Undo brings both back. */
export function deletePin(pin) {
    return deleteWithUndo([pin.id], { text: `${nameOf(pin)} deleted`, putBack: () => { pinsChanged(pin.id); },
        changed: () => { pinsChanged(); } });
}
