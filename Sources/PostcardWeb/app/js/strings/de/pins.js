/** @type {import('../base.js').Own<typeof import('../pins.js').strings>} */
export const strings = {
    notNow: 'Nicht jetzt',
    allow: 'Erlauben',
    searchWith: (service) => `Mit ${service} suchen?`,
    willReceive: (service) => `${service} erhält:`,
    sentSearch: (distance) =>
        `Suchbegriffe und die Kartenmitte, auf etwa ${distance} gerundet, damit nahe Orte zuerst kommen`,
    sentPin:
        'den Ort eines Pins, auf etwa 100 m gerundet, wenn du in seinem Menü „Namen online suchen“ wählst',
    seesIP: (service) =>
        `${service} sieht auch die IP-Adresse des Computers, auf dem Postcard läuft. Während du tippst, wird nichts gesendet.`,
    foundWithout:
        'Deine Pins und große Städte findest du auch ohne. Das kannst du in den Einstellungen ändern.',
    noNameFor: (service) => `${service} kennt für diesen Ort keinen Namen.`,
    renamedTo: (name, service) => `Umbenannt in „${name}“ (${service})`,
    nothingFound: (text) =>
        `Zu „${text}“ wurde nichts gefunden. Versuch es mit einem kürzeren Namen oder der Stadt.`,
    searchUnavailable: 'Die Online-Suche geht gerade nicht. Deine Pins und große Städte findest du trotzdem.',
    mine: { photo: 'Mein Foto', video: 'Mein Video' },
    countOfMine: (photos) => `${photos} von mir`,
    photo: 'Foto',
    video: 'Video',
    viewOnly: 'Du kannst diese Bibliothek ansehen, aber nicht ändern.',
    dropped: (name) => `Pin gesetzt: ${name}`,
    photosAtPins: (photos, pins) => `${photos} an ${pins}`,
    pinRemoved: 'Pin entfernt',
    newPin: 'Neuer Pin',
    getPhotos: 'Fotos laden',
    nameIt: 'Benennen',
    remove: 'Entfernen',
    place: 'Ort',
    dropPin: 'Pin setzen',
    moved: (name) => `${name} verschoben`,
    movePin: 'Pin verschieben',
    moveNamed: (name) => `${name} verschieben`,
    moveUntil: 'Verschieb die Karte, bis das Kreuz auf dem neuen Ort liegt.',
    moveHere: 'Hierher verschieben',
    sendsLocation: (service) => `Beim Laden von Fotos erfährt ${service} diesen Ort.`,
    openAtOnce: 'Fotos laden, sobald ich einen Pin setze',
    locationNeedsHTTPS:
        'Dein Browser gibt deinen Standort nur über HTTPS weiter. Such den Ort oder verschieb die Karte dorthin.',
    locationDenied:
        'Der Browser darf deinen Standort nicht weitergeben. Erlaub es für diese Seite oder such den Ort.',
    locationUnknown:
        'Dein Standort lässt sich nicht bestimmen. Such den Ort oder verschieb die Karte dorthin.',
    streetsFailed: 'Die Straßen lassen sich nicht laden. ',
    streets: 'Straßen',
    askForStreets: (host) =>
        `Straßen anzeigen? ${host} sieht dann, welche Teile der Karte du ansiehst, und deine IP-Adresse.`,
    showStreets: 'Straßen anzeigen',
    no: 'Nein',
    trySamples: 'Mit Beispielbildern ausprobieren',
    explore: 'Einen Ort entdecken',
    exploreText: 'Sieh Fotos, die andere dort gemacht haben',
    story: 'Von einer Reise erzählen',
    storyText: 'Wähl Fotos aus – Datum und Ort stehen schon drin',
    makeMeme: 'Ein Meme machen',
    makeMemeText: 'Setz Text auf ein beliebiges Bild',
    sentForPhotos: (service) => `${service} erhält den Ort eines Pins, um Fotos zu finden.`,
    sentForPlaces: (service) =>
        `${service} erhält Suchbegriffe, ungefähr die Kartenmitte und den Ort eines Pins, um seinen Namen zu suchen. Beim ersten Mal fragt Postcard dich.`,
    sentForStreets: (host) =>
        `${host} erhält den Kartenausschnitt, den du ansiehst, um Straßen anzuzeigen. Beim ersten Mal fragt Postcard dich.`,
    staysHere: 'Deine Bibliothek bleibt auf diesem Computer.',
    staysThere: 'Deine Bibliothek bleibt auf dem Computer, auf dem Postcard läuft.',
    onlyThisGoesOnline: 'Nur das geht ins Internet, wenn du es verwendest:',
    nothingGoesOnline: 'Nichts geht ins Internet.',
    samplesAdded: 'Zwei Beispielreisen hinzugefügt.',
    samplesRemoved: 'Beispielreisen entfernt',
};
