/** Whether what is dragged comes from this page: a picture that is dragged looks like a file. */
let isOwn = false;
addEventListener('dragstart', () => { isOwn = true; }, { capture: true });
addEventListener('dragend', () => { isOwn = false; }, { capture: true });

/**
 * Takes files that are dropped on an element from outside the page; while they are over it, it has the class `is-dropping`. An element within
 * that takes files itself comes first.
 *
 * @param {Element} element
 * @param {(files: File[]) => void} take
 * @param {AbortSignal} until
 */
export function takeFiles(element, take, until) {
    const mark = isOver => element.classList.toggle('is-dropping', isOver);
    const listen = (name, run) => element.addEventListener(name, event => {
        if (!isOwn && event.dataTransfer?.types.includes('Files')) run(event);
    }, { signal: until });
    listen('dragover', event => {
        mark(!event.defaultPrevented);
        event.preventDefault();
    });
    listen('dragleave', event => { if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(false); });
    listen('drop', event => {
        mark(false);
        const files = event.defaultPrevented ? [] : [...event.dataTransfer.files];
        event.preventDefault();
        if (files.length) take(files);
    });
}
