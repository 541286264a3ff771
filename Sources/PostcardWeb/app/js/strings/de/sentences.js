/** @type {typeof import('../sentences.js').strings} */
export const strings = {
    badRequest: ['Das hat nicht geklappt', 'Lade diese Seite neu und versuch es noch einmal.'],
    invalid: ['Das geht nicht', 'Einer der Werte ist ungültig. Ändere ihn und versuch es noch einmal.'],
    blank: ['Da fehlt etwas', 'Schreib erst etwas.'],
    unauthorized: ['Du bist abgemeldet', 'Melde dich wieder an, um weiterzumachen.'],
    wrongToken: ['Falsches Passwort', 'Das Passwort ist falsch. Versuch es noch einmal.'],
    ticketUsed: [
        'Dieser Code wurde schon benutzt',
        'Dieser Code wurde schon benutzt oder ist älter als 10 Minuten.',
    ],
    forbidden: ['Nicht erlaubt', 'Frag den Besitzer dieser Bibliothek.'],
    readOnly: ['Nur ansehen', 'Bitte den Besitzer dieser Bibliothek um Schreibrechte.'],
    notFound: ['Nicht gefunden', 'Es wurde gelöscht oder verschoben.'],
    gone: ['Nicht mehr da', 'Der Link ist abgelaufen.'],
    uploadGone: ['Dein Upload ist abgelaufen', 'Wähl dein Bild noch einmal aus.'],
    conflict: ['Eine andere Änderung kam dazwischen', 'Lade diese Seite neu und versuch es noch einmal.'],
    busy: ['Dieses Album wird schon geladen', 'Warte, bis das Laden beendet ist.'],
    otherVersion: [
        'Das wurde woanders geändert',
        'Es gibt eine neuere Fassung, deine Änderung wurde nicht gemacht. Lade diese Seite neu und versuch es noch einmal.',
    ],
    tooLarge: ['Das ist zu groß', 'So große Dateien nimmt Postcard nicht an.'],
    tooManyPixels: ['Dieses Bild ist zu groß', 'Das Bild hat zu viele Pixel. Mach es erst kleiner.'],
    unsupported: [
        'Diese Datei geht nicht',
        'Das ist kein Bild oder Video, das Postcard lesen kann.',
    ],
    noTrack: [
        'Kein Track gefunden',
        'Die Datei enthält keinen vollständigen Track. Exportier ihn noch einmal als GPX.',
    ],
    damagedPicture: ['Dieses Bild ist beschädigt', 'Die Datei ist beschädigt oder unvollständig.'],
    noPosition: [
        'Kein Ort gefunden',
        'Das Foto enthält keinen Ort. Halte die Karte dort gedrückt, wo es aufgenommen wurde.',
    ],
    textTooLong: ['Der Text ist zu lang', 'Kürz den Text.'],
    fontNotFound: ['Schrift nicht gefunden', 'Wähl eine andere Schrift.'],
    tooMuchWork: ['Das dauert zu lange', 'Nimm ein kleineres Bild oder setz weniger darauf.'],
    nothingToShare: ['Es gibt nichts zu teilen', 'Hier ist nichts, was du teilen kannst.'],
    tooMuchToShare: ['Das ist zu viel auf einmal', 'Teil es in kleineren Portionen.'],
    positionStays: [
        'Der Ort lässt sich nicht entfernen',
        'Aus einer der Dateien lässt sich der Ort nicht entfernen. Lass sie weg oder wähl „Aufnahmeort jedes Fotos“.',
    ],
    placesNotAllowed: ['Die Online-Suche ist aus', 'Du kannst sie in den Einstellungen erlauben.'],
    noOtherPhotos: ['Keine weiteren Fotos hier', 'In der Nähe dieses Pins gibt es keine weiteren Fotos.'],
    providerMissing: [
        'Dieser Fotodienst braucht einen Schlüssel',
        'Nimm einen anderen oder füg eigene Fotos hinzu.',
    ],
    providerBusy: ['Gerade zu viel los', 'Versuch es in einer Minute noch einmal beim Fotodienst.'],
    providerRefused: [
        'Der Fotodienst verweigert den Zugriff',
        'Nimm einen anderen oder füg eigene Fotos hinzu.',
    ],
    providerUnreachable: [
        'Der Fotodienst antwortet nicht',
        'Bist du offline? Füg eigene Fotos hinzu oder versuch es später noch einmal.',
    ],
    providerFailed: [
        'Die Fotos lassen sich nicht laden',
        'Der Fotodienst hat keine brauchbaren Fotos gesendet. Versuch es später noch einmal.',
    ],
    placesMissing: ['Die Ortssuche ist nicht eingerichtet', 'Setz den Pin stattdessen auf der Karte.'],
    videosMissing: [
        'Videos lassen sich nicht umwandeln',
        'Installier ffmpeg auf dem Computer, auf dem Postcard läuft.',
    ],
    badGateway: [
        'Das Bild lässt sich nicht laden',
        'Der Server des Bildes antwortet nicht. Versuch es später noch einmal.',
    ],
    rateLimited: ['Das war zu schnell', 'Warte kurz und versuch es noch einmal.'],
    overloaded: ['Postcard ist beschäftigt', 'Versuch es gleich noch einmal.'],
    timeout: ['Das hat zu lange gedauert', 'Versuch es gleich noch einmal.'],
    interrupted: [
        'Das Laden wurde unterbrochen',
        'Postcard wurde neu gestartet. Lade die Fotos noch einmal.',
    ],
    noSpace: ['Die Festplatte ist voll', 'Schaff etwas Platz und versuch es noch einmal.'],
    libraryBusy: [
        'Die Bibliothek ist beschäftigt',
        'Ein anderes Programm ändert sie gerade. Versuch es gleich noch einmal.',
    ],
    libraryDamaged: [
        'Die Bibliothek ist beschädigt',
        'Führ „postcard library check“ auf dem Computer aus, auf dem Postcard läuft.',
    ],
};
