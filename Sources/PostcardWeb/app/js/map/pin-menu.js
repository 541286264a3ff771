import { mayWrite, send } from '../base/api.js';
import { askForText, openMenu } from '../base/dialog.js';
import { placeService } from '../base/services.js';
import { deleteWithUndo } from '../base/undo.js';
import { lookUpName } from './lookups.js';
import { nameOf, pinsChanged } from './map-panel.js';

/** Asks for a new name for a pin. */
export function renamePin(pin) {
    return askForText({
        title: pin.name ? 'Rename the pin' : 'Name the pin',
        label: 'Name',
        value: pin.name,
        confirm: 'Save',
        missing: 'A pin needs a name.',
        save: async (name) => {
            const { value } = await send('PATCH', `/library/pins/${pin.id}`, { body: { name } });
            await pinsChanged(pin.id);
            return value;
        },
    });
}

/** Deletes a pin with its album; Undo restores both. */
export function deletePin(pin) {
    return deleteWithUndo([pin.id], {
        text: `${nameOf(pin)} deleted`,
        putBack: () => {
            pinsChanged(pin.id);
        },
        changed: () => {
            pinsChanged();
        },
    });
}

/** Opens the menu of a pin at a button or at the pin. */
export function openPinMenu(anchor, pin, { go, move }) {
    openMenu(anchor, [
        { text: 'Open', icon: 'image', run: () => go(`/app/pins/${pin.id}`) },
        mayWrite()
            ? {
                text: 'Rename',
                icon: 'entry',
                run: () => {
                    renamePin(pin);
                },
            }
            : null,
        placeService()
            ? {
                text: 'Look up the name online',
                icon: 'search',
                run: () => {
                    lookUpName(pin);
                },
            }
            : null,
        mayWrite() ? { text: 'Move', icon: 'locate', run: () => move(pin) } : null,
        mayWrite()
            ? {
                text: 'Delete',
                icon: 'trash',
                isDangerous: true,
                run: () => {
                    deletePin(pin);
                },
            }
            : null,
    ]);
}
