extension GalleryPages {
    /// The files that all pages use.
    static let sharedFiles = [("gallery.css", "\(SharePage.style)\n\(print)\n"), ("gallery.js", script + "\n")]

    /// The style of printed picture pages. The peeks of a share are not printed, but a picture page contains nothing else.
    private static let print =
        "@media print{.viewer .peek{display:grid!important;background:none;color:#000}.viewer nav{display:none}}"

    /// The script on picture pages: keys, swipes, and preloading of the next picture. Each step replaces the history entry, so Back returns
    /// to the album.
    private static let script = """
        (function(){
        "use strict";
        function link(relation){return document.querySelector("a[rel="+relation+"]")}
        function go(relation){var target=link(relation);if(target)location.replace(target.href)}
        ["prev","next"].forEach(function(relation){var target=link(relation);if(target)target.addEventListener("click",function(event){
        if(event.button||event.metaKey||event.ctrlKey||event.shiftKey||event.altKey)return;
        event.preventDefault();location.replace(target.href)})});
        addEventListener("keydown",function(event){
        if(event.metaKey||event.ctrlKey||event.shiftKey||event.altKey||event.target.tagName==="VIDEO")return;
        if(event.key==="ArrowRight")go("next");else if(event.key==="ArrowLeft")go("prev");
        else if(event.key==="Escape")location.href=link("up").href});
        var start=null;
        addEventListener("touchstart",function(event){var touch=event.touches[0];
        var zoomed=window.visualViewport&&visualViewport.scale>1.01;
        start=event.touches.length===1&&!zoomed&&event.target.tagName!=="VIDEO"?{x:touch.clientX,y:touch.clientY}:null},{passive:true});
        addEventListener("touchend",function(event){if(!start)return;
        var touch=event.changedTouches[0],x=touch.clientX-start.x,y=touch.clientY-start.y;start=null;
        if(Math.abs(x)>60&&Math.abs(x)>2*Math.abs(y))go(x<0?"next":"prev")});
        addEventListener("load",function(){var next=link("next");if(next)new Image().src=next.dataset.image});
        })()
        """
}
