import { screenStrings } from './base.js';

export const strings = screenStrings('trash', {
    kinds: {
        pin: 'Pin with its album',
        photo: 'Photo',
        journal: 'Journal with its contents',
        place: 'Place in a journal',
        note: 'Note',
        entry: 'Entry',
        meme: 'Meme',
    },
    viewOnly: 'View only',
    onlyEditors: 'Only users who can make changes see deleted items.',
    restore: 'Restore',
    clearSelection: 'Clear selection',
    selected: (number) => `${number} selected`,
    item: 'Item',
    restored: (items) => `${items} restored`,
    show: 'Show',
    isEmpty: 'The Trash is empty',
    staysHere: 'Deleted items stay here until you empty the Trash in Settings.',
    select: (name) => `Select ${name}`,
    kindDeleted: (kind, time) => `${kind}, deleted ${time}`,
    restoreNamed: (name) => `Restore ${name}`,
    restoresContents: (items) => `${items}. Restoring a pin or journal also restores its contents.`,
    selectAll: 'Select all',
    titleBy: (title, author) => `${title}, by ${author}`,
});
