import { mayWrite, send } from '../base/api.js';
import { askForText, openMenu } from '../base/dialog.js';
import { placeService } from '../base/services.js';
import { deleteWithUndo } from '../base/undo.js';
import { strings } from '../strings/map.js';
import { lookUpName } from './lookups.js';
import { nameOf, pinsChanged } from './map-panel.js';

/** Asks for a new name for a pin. */
export function renamePin(pin) {
    return askForText({
        title: pin.name ? strings.renamePin : strings.namePin,
        label: strings.name,
        value: pin.name,
        confirm: strings.save,
        missing: strings.pinNeedsName,
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
        text: strings.deleted(nameOf(pin)),
        putBack: () => pinsChanged(pin.id),
        changed: () => pinsChanged(),
    });
}

/** Opens the menu of a pin at a button or at the pin. */
export function openPinMenu(anchor, pin, { go, move }) {
    openMenu(anchor, [
        { text: strings.open, icon: 'image', run: () => go(`/app/pins/${pin.id}`) },
        mayWrite() ? { text: strings.rename, icon: 'entry', run: () => renamePin(pin) } : null,
        placeService() ? { text: strings.lookUpName, icon: 'search', run: () => lookUpName(pin) } : null,
        mayWrite() ? { text: strings.move, icon: 'locate', run: () => move(pin) } : null,
        mayWrite()
            ? { text: strings.delete, icon: 'trash', isDangerous: true, run: () => deletePin(pin) }
            : null,
    ]);
}
