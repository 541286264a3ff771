// Declarations of browser features that Debian's compiler lacks.

interface Array<T> {
    findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
}

interface HTMLElement {
    hidePopover(): void;
    showPopover(): void;
}

interface HTMLElementEventMap {
    toggle: ToggleEvent;
}

interface HTMLElementTagNameMap {
    search: HTMLElement;
}

interface Navigator {
    readonly userActivation: UserActivation;
}

interface OffscreenCanvas extends EventTarget {
    convertToBlob(options?: { type?: string }): Promise<Blob>;
    getContext(kind: '2d'): CanvasRenderingContext2D | null;
}

declare var OffscreenCanvas: { prototype: OffscreenCanvas; new(width: number, height: number): OffscreenCanvas };

interface ToggleEvent extends Event {
    readonly newState: string;
}

interface URLSearchParams {
    readonly size: number;
}

interface UserActivation {
    readonly hasBeenActive: boolean;
}

interface Window {
    trustedTypes?: {
        createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
    };
}
