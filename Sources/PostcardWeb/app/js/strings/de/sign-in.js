/** @type {import('../base.js').Own<typeof import('../sign-in.js').strings>} */
export const strings = {
    entry: 'ein nicht gespeicherter Eintrag',
    meme: 'ein nicht gespeichertes Meme',
    note: 'eine nicht gespeicherte Notiz',
    files: 'Dateien, die noch nicht hochgeladen sind',
    withoutHTTPS:
        'Ohne HTTPS erlaubt der Browser weder Standort noch Kamera noch Teilen. Fotos hinzufügen geht trotzdem.',
    stillHas: (things) => `In diesem Browser liegt noch: ${things}. Melde dich an, um weiterzumachen.`,
    wasDeleted: 'Aus diesem Browser gelöscht.',
    deleteHere: 'Aus diesem Browser löschen',
    signedOutHere: 'Du bist auf diesem Computer abgemeldet.',
    signedOut: 'Dieses Gerät ist abgemeldet.',
    startAgain:
        'Schließ diese Seite und starte Postcard neu. Dann öffnet sich eine Seite, auf der du angemeldet bist.',
    scanNewCode:
        'Öffne auf dem Computer, auf dem Postcard läuft, Einstellungen → Handys → Handy hinzufügen. Scann den neuen Code mit diesem Gerät.',
    signIn: 'Anmelden',
    enterPassword: 'Gib erst das Passwort ein.',
    password: 'Passwort',
    passwordHelp: 'Das Passwort bekommst du vom Besitzer dieser Bibliothek.',
};
