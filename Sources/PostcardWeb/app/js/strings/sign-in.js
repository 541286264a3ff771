import { screenStrings } from './base.js';

export const strings = screenStrings('signIn', {
    entry: 'an unsaved entry',
    meme: 'an unsaved meme',
    note: 'an unsaved note',
    files: 'files that are not uploaded yet',
    withoutHTTPS:
        'Without HTTPS, the browser does not allow location, camera or sharing. You can still add photos.',
    stillHas: (things) => `This browser still has ${things}. Sign in to continue where you left off.`,
    wasDeleted: 'Deleted from this browser.',
    deleteHere: 'Delete from this browser',
    signedOutHere: 'You are signed out on this computer.',
    signedOut: 'This device is signed out.',
    startAgain: 'Close this page and start Postcard again. It opens a page that is signed in.',
    scanNewCode:
        'On the computer that runs Postcard, open Settings → Phones → Add a phone. Scan the new code with this device.',
    signIn: 'Sign in',
    enterPassword: 'Enter the password first.',
    password: 'Password',
    passwordHelp: 'Enter the password that the owner of this library gave you.',
});
