/**
 * What the app says of each kind of failure that the service names: a title, and what happened or what helps.
 */
const ofCode = {
    badRequest: ['That did not work', 'Reload this page, then try once more.'],
    invalid: [
        'That cannot be done',
        'Something that was entered is not possible. Change it, then try again.',
    ],
    blank: ['Something is missing', 'Write something first.'],
    unauthorized: ['You are signed out', 'Sign in again to go on.'],
    wrongToken: ['That password is not right', 'That password is not right.'],
    ticketUsed: [
        'This link is used up',
        'This link was used before, or is older than 10 minutes.',
    ],
    forbidden: ['This is not allowed here', 'Ask the owner of this library.'],
    readOnly: ['You may only look here', 'Ask the owner of this library to let you change things.'],
    notFound: ['This is not here', 'It was deleted, or moved to another place.'],
    gone: ['This is not here any more', 'The link to it has ended.'],
    uploadGone: ['Your picture is needed again', 'Choose your picture once more.'],
    conflict: ['This does not fit', 'Something else here is in the way. Reload this page and look.'],
    busy: ['Photos are on their way already', 'This album is being downloaded. Wait until it is done.'],
    otherVersion: [
        'Somebody was quicker',
        'It was changed meanwhile, so nothing was done. Look at it again.',
    ],
    tooLarge: ['This is too large', 'Postcard does not take files this large.'],
    tooManyPixels: [
        'This picture is too large',
        'Postcard does not take pictures with this many pixels. Make it smaller first.',
    ],
    unsupported: ['This file cannot be used', 'It is no picture or video that Postcard can read.'],
    damagedPicture: ['This picture is damaged', 'The file is damaged, or a part of it is missing.'],
    noPosition: [
        'No place is known',
        'The photo does not say where it was taken. Press and hold the map where it was.',
    ],
    textTooLong: ['That is too much text', 'Make the text shorter.'],
    fontNotFound: ['The font is not here', 'Choose another font.'],
    tooMuchWork: ['This takes too long', 'Use a smaller picture, or less on it.'],
    nothingToShare: ['There is nothing to share', 'There is nothing in it that others could see.'],
    tooMuchToShare: ['This is too much at once', 'Share it in smaller parts.'],
    positionStays: [
        'The place cannot be taken out',
        'Where one of the pictures was taken cannot be removed from its file. Leave it out, or share places and photos.',
    ],
    placesNotAllowed: ['Searches online are off', 'You can allow them in Settings.'],
    noOtherPhotos: ['No other photos here', 'There are no other photos near this pin.'],
    providerMissing: [
        'These photos cannot be had yet',
        'This service needs a key for that, and none is set up.',
    ],
    providerBusy: ['Too many questions', 'The photo service asks to wait. Try again in a minute.'],
    providerRefused: ['The photo service said no', 'Look in another place for photos, or add your own.'],
    providerUnreachable: [
        'The photo service does not answer',
        'Are you offline? Add your own photos, or try again later.',
    ],
    providerFailed: [
        'The photos could not be fetched',
        'The photo service gave no photos that can be used. Try again later.',
    ],
    placesMissing: ['Places cannot be searched here', 'Drop the pin on the map instead.'],
    videosMissing: ['Videos cannot be prepared here', 'Install ffmpeg on the computer where Postcard runs.'],
    badGateway: [
        'The picture could not be fetched',
        'The place it comes from does not answer. Try again later.',
    ],
    rateLimited: ['That was too often', 'Wait a moment, then try again.'],
    overloaded: ['Postcard is busy', 'Try again in a moment.'],
    timeout: ['That took too long', 'Try again in a moment.'],
    interrupted: ['The download was interrupted', 'Postcard was started anew. Get the photos once more.'],
    noSpace: ['The disk is full', 'There is no room left for more. Make some room, then try again.'],
    libraryBusy: ['The library is busy', 'Another program is changing it. Try again in a moment.'],
    libraryDamaged: [
        'The library is damaged',
        'Run “postcard library check” on the computer where Postcard runs.',
    ],
    internalError: [
        'Something went wrong',
        'It is not your fault. Try again; if it stays, the details help support.',
    ],
};

const codeOf = {
    401: 'unauthorized',
    403: 'forbidden',
    404: 'notFound',
    409: 'conflict',
    410: 'gone',
    412: 'otherVersion',
    413: 'tooLarge',
    415: 'unsupported',
    422: 'invalid',
    429: 'rateLimited',
    502: 'badGateway',
    503: 'overloaded',
    504: 'timeout',
    507: 'noSpace',
};

/**
 * The app's own words for a failure; those for its status where the code is new.
 *
 * @param {string | undefined} code
 * @param {number} status Of HTTP.
 * @returns {[title: string, text: string]}
 */
export const sentenceFor = (code, status = 500) =>
    ofCode[code ?? ''] ?? ofCode[codeOf[status] ?? (status < 500 ? 'badRequest' : 'internalError')];
