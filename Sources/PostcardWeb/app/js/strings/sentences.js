import { translated } from './language.js';

/** The title and text for each error code of the service. The text says what happened or what to do. */
export const strings = translated('sentences', {
    badRequest: ['That did not work', 'Reload this page, then try again.'],
    invalid: [
        'That is not possible',
        'One of the values is not valid. Change it, then try again.',
    ],
    blank: ['Something is missing', 'Write something first.'],
    unauthorized: ['You are signed out', 'Sign in again to continue.'],
    wrongToken: ['Wrong password', 'Wrong password. Try again.'],
    ticketUsed: [
        'This code was already used',
        'This code was already used, or is older than 10 minutes.',
    ],
    forbidden: ['Not allowed', 'Ask the owner of this library.'],
    readOnly: ['View only', 'Ask the owner of this library to let you make changes.'],
    notFound: ['Not found', 'It was deleted or moved.'],
    gone: ['No longer available', 'The link has expired.'],
    uploadGone: ['Your upload has expired', 'Please choose your picture again.'],
    conflict: ['That clashes with another change', 'Reload this page, then try again.'],
    busy: ['This album is already being downloaded', 'Wait until the download ends.'],
    otherVersion: [
        'This was changed somewhere else',
        'There is a newer version, so your change was not made. Reload this page, then try again.',
    ],
    tooLarge: ['This is too large', 'Postcard does not accept files this large.'],
    tooManyPixels: [
        'This picture is too large',
        'The picture has too many pixels. Make it smaller first.',
    ],
    unsupported: ['This file can’t be used', 'This is not a picture or video that Postcard can read.'],
    noTrack: ['No track found', 'The file contains no complete track. Export it again, as GPX.'],
    damagedPicture: ['This picture is damaged', 'The file is damaged or incomplete.'],
    noPosition: [
        'No location found',
        'The photo contains no location. Press and hold the map where it was taken.',
    ],
    textTooLong: ['The text is too long', 'Make the text shorter.'],
    fontNotFound: ['Font not found', 'Choose another font.'],
    tooMuchWork: ['This takes too long', 'Use a smaller picture, or put less on it.'],
    nothingToShare: ['There is nothing to share', 'It is empty, so there is nothing to share.'],
    tooMuchToShare: ['That is too much at once', 'Share it in smaller parts.'],
    positionStays: [
        'The location can’t be removed',
        'The location in one of the files can’t be removed. Leave that file out, or choose “Places and photos”.',
    ],
    placesNotAllowed: ['Online searches are off', 'You can allow them in Settings.'],
    noOtherPhotos: ['No other photos here', 'There are no other photos near this pin.'],
    providerMissing: ['This photo service needs a key', 'Use another one, or add your own photos.'],
    providerBusy: ['Too busy right now', 'Try the photo service again in a minute.'],
    providerRefused: ['The photo service denied access', 'Use another one, or add your own photos.'],
    providerUnreachable: [
        'No response from the photo service',
        'Are you offline? Add your own photos, or try again later.',
    ],
    providerFailed: [
        'The photos could not be downloaded',
        'The photo service sent no usable photos. Try again later.',
    ],
    placesMissing: ['Place search is not available', 'Drop the pin on the map instead.'],
    videosMissing: ['Videos can’t be converted', 'Install ffmpeg on the computer that runs Postcard.'],
    badGateway: [
        'The picture could not be downloaded',
        'The picture’s server is not responding. Try again later.',
    ],
    rateLimited: ['That was too fast', 'Wait a moment, then try again.'],
    overloaded: ['Postcard is busy', 'Try again in a moment.'],
    timeout: ['That took too long', 'Try again in a moment.'],
    interrupted: ['The download was interrupted', 'Postcard was restarted. Get the photos again.'],
    noSpace: ['The disk is full', 'Free some space, then try again.'],
    libraryBusy: ['The library is busy', 'Another program is changing it. Try again in a moment.'],
    libraryDamaged: [
        'The library is damaged',
        'Run “postcard library check” on the computer that runs Postcard.',
    ],
});
