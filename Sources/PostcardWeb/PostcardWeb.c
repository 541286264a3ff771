// Written by Sources/PostcardWeb/embed from the files of app.
#include "PostcardWeb.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t app_cities_json[] = {
#embed "app/cities.json"
};
static const uint8_t app_css_base_css[] = {
#embed "app/css/base.css"
};
static const uint8_t app_css_choices_css[] = {
#embed "app/css/choices.css"
};
static const uint8_t app_css_entries_css[] = {
#embed "app/css/entries.css"
};
static const uint8_t app_css_forms_css[] = {
#embed "app/css/forms.css"
};
static const uint8_t app_css_grid_css[] = {
#embed "app/css/grid.css"
};
static const uint8_t app_css_journals_css[] = {
#embed "app/css/journals.css"
};
static const uint8_t app_css_layout_css[] = {
#embed "app/css/layout.css"
};
static const uint8_t app_css_map_css[] = {
#embed "app/css/map.css"
};
static const uint8_t app_css_memes_css[] = {
#embed "app/css/memes.css"
};
static const uint8_t app_css_own_photos_css[] = {
#embed "app/css/own-photos.css"
};
static const uint8_t app_css_picker_css[] = {
#embed "app/css/picker.css"
};
static const uint8_t app_css_settings_css[] = {
#embed "app/css/settings.css"
};
static const uint8_t app_css_tokens_css[] = {
#embed "app/css/tokens.css"
};
static const uint8_t app_css_viewer_css[] = {
#embed "app/css/viewer.css"
};
static const uint8_t app_css_welcome_css[] = {
#embed "app/css/welcome.css"
};
static const uint8_t app_icons_postcard_192_png[] = {
#embed "app/icons/postcard-192.png"
};
static const uint8_t app_icons_postcard_512_png[] = {
#embed "app/icons/postcard-512.png"
};
static const uint8_t app_icons_postcard_maskable_512_png[] = {
#embed "app/icons/postcard-maskable-512.png"
};
static const uint8_t app_icons_postcard_svg[] = {
#embed "app/icons/postcard.svg"
};
static const uint8_t app_index_html[] = {
#embed "app/index.html"
};
static const uint8_t app_js_album_album_js[] = {
#embed "app/js/album/album.js"
};
static const uint8_t app_js_album_download_js[] = {
#embed "app/js/album/download.js"
};
static const uint8_t app_js_base_api_js[] = {
#embed "app/js/base/api.js"
};
static const uint8_t app_js_base_colors_js[] = {
#embed "app/js/base/colors.js"
};
static const uint8_t app_js_base_dialog_js[] = {
#embed "app/js/base/dialog.js"
};
static const uint8_t app_js_base_dom_js[] = {
#embed "app/js/base/dom.js"
};
static const uint8_t app_js_base_drafts_js[] = {
#embed "app/js/base/drafts.js"
};
static const uint8_t app_js_base_forget_js[] = {
#embed "app/js/base/forget.js"
};
static const uint8_t app_js_base_keys_js[] = {
#embed "app/js/base/keys.js"
};
static const uint8_t app_js_base_later_js[] = {
#embed "app/js/base/later.js"
};
static const uint8_t app_js_base_links_js[] = {
#embed "app/js/base/links.js"
};
static const uint8_t app_js_base_lists_js[] = {
#embed "app/js/base/lists.js"
};
static const uint8_t app_js_base_live_js[] = {
#embed "app/js/base/live.js"
};
static const uint8_t app_js_base_pointers_js[] = {
#embed "app/js/base/pointers.js"
};
static const uint8_t app_js_base_router_js[] = {
#embed "app/js/base/router.js"
};
static const uint8_t app_js_base_sentences_js[] = {
#embed "app/js/base/sentences.js"
};
static const uint8_t app_js_base_services_js[] = {
#embed "app/js/base/services.js"
};
static const uint8_t app_js_base_session_js[] = {
#embed "app/js/base/session.js"
};
static const uint8_t app_js_base_share_js[] = {
#embed "app/js/base/share.js"
};
static const uint8_t app_js_base_shell_js[] = {
#embed "app/js/base/shell.js"
};
static const uint8_t app_js_base_sign_in_js[] = {
#embed "app/js/base/sign-in.js"
};
static const uint8_t app_js_base_signal_js[] = {
#embed "app/js/base/signal.js"
};
static const uint8_t app_js_base_states_js[] = {
#embed "app/js/base/states.js"
};
static const uint8_t app_js_base_streams_js[] = {
#embed "app/js/base/streams.js"
};
static const uint8_t app_js_base_theme_js[] = {
#embed "app/js/base/theme.js"
};
static const uint8_t app_js_base_toast_js[] = {
#embed "app/js/base/toast.js"
};
static const uint8_t app_js_base_undo_js[] = {
#embed "app/js/base/undo.js"
};
static const uint8_t app_js_base_uploads_js[] = {
#embed "app/js/base/uploads.js"
};
static const uint8_t app_js_base_welcome_js[] = {
#embed "app/js/base/welcome.js"
};
static const uint8_t app_js_base_words_js[] = {
#embed "app/js/base/words.js"
};
static const uint8_t app_js_entries_form_js[] = {
#embed "app/js/entries/form.js"
};
static const uint8_t app_js_entries_list_js[] = {
#embed "app/js/entries/list.js"
};
static const uint8_t app_js_grid_lines_js[] = {
#embed "app/js/grid/lines.js"
};
static const uint8_t app_js_grid_manage_js[] = {
#embed "app/js/grid/manage.js"
};
static const uint8_t app_js_grid_peek_js[] = {
#embed "app/js/grid/peek.js"
};
static const uint8_t app_js_grid_photo_grid_js[] = {
#embed "app/js/grid/photo-grid.js"
};
static const uint8_t app_js_grid_pictures_js[] = {
#embed "app/js/grid/pictures.js"
};
static const uint8_t app_js_grid_selection_js[] = {
#embed "app/js/grid/selection.js"
};
static const uint8_t app_js_grid_tile_js[] = {
#embed "app/js/grid/tile.js"
};
static const uint8_t app_js_journals_add_place_js[] = {
#embed "app/js/journals/add-place.js"
};
static const uint8_t app_js_journals_capture_js[] = {
#embed "app/js/journals/capture.js"
};
static const uint8_t app_js_journals_journal_js[] = {
#embed "app/js/journals/journal.js"
};
static const uint8_t app_js_journals_list_js[] = {
#embed "app/js/journals/list.js"
};
static const uint8_t app_js_journals_media_js[] = {
#embed "app/js/journals/media.js"
};
static const uint8_t app_js_journals_notes_js[] = {
#embed "app/js/journals/notes.js"
};
static const uint8_t app_js_journals_page_js[] = {
#embed "app/js/journals/page.js"
};
static const uint8_t app_js_journals_place_js[] = {
#embed "app/js/journals/place.js"
};
static const uint8_t app_js_main_js[] = {
#embed "app/js/main.js"
};
static const uint8_t app_js_map_gestures_js[] = {
#embed "app/js/map/gestures.js"
};
static const uint8_t app_js_map_layer_js[] = {
#embed "app/js/map/layer.js"
};
static const uint8_t app_js_map_lookups_js[] = {
#embed "app/js/map/lookups.js"
};
static const uint8_t app_js_map_map_panel_js[] = {
#embed "app/js/map/map-panel.js"
};
static const uint8_t app_js_map_map_screen_js[] = {
#embed "app/js/map/map-screen.js"
};
static const uint8_t app_js_map_map_view_js[] = {
#embed "app/js/map/map-view.js"
};
static const uint8_t app_js_map_mercator_js[] = {
#embed "app/js/map/mercator.js"
};
static const uint8_t app_js_map_own_photos_js[] = {
#embed "app/js/map/own-photos.js"
};
static const uint8_t app_js_map_painter_js[] = {
#embed "app/js/map/painter.js"
};
static const uint8_t app_js_map_pin_cards_js[] = {
#embed "app/js/map/pin-cards.js"
};
static const uint8_t app_js_map_pin_menu_js[] = {
#embed "app/js/map/pin-menu.js"
};
static const uint8_t app_js_map_pins_js[] = {
#embed "app/js/map/pins.js"
};
static const uint8_t app_js_map_place_search_js[] = {
#embed "app/js/map/place-search.js"
};
static const uint8_t app_js_map_position_js[] = {
#embed "app/js/map/position.js"
};
static const uint8_t app_js_map_tiles_js[] = {
#embed "app/js/map/tiles.js"
};
static const uint8_t app_js_map_world_js[] = {
#embed "app/js/map/world.js"
};
static const uint8_t app_js_memes_animation_js[] = {
#embed "app/js/memes/animation.js"
};
static const uint8_t app_js_memes_chooser_js[] = {
#embed "app/js/memes/chooser.js"
};
static const uint8_t app_js_memes_controls_js[] = {
#embed "app/js/memes/controls.js"
};
static const uint8_t app_js_memes_draft_js[] = {
#embed "app/js/memes/draft.js"
};
static const uint8_t app_js_memes_editor_js[] = {
#embed "app/js/memes/editor.js"
};
static const uint8_t app_js_memes_gallery_js[] = {
#embed "app/js/memes/gallery.js"
};
static const uint8_t app_js_memes_meme_js[] = {
#embed "app/js/memes/meme.js"
};
static const uint8_t app_js_memes_panels_js[] = {
#embed "app/js/memes/panels.js"
};
static const uint8_t app_js_memes_part_panels_js[] = {
#embed "app/js/memes/part-panels.js"
};
static const uint8_t app_js_memes_photo_picker_js[] = {
#embed "app/js/memes/photo-picker.js"
};
static const uint8_t app_js_memes_preview_js[] = {
#embed "app/js/memes/preview.js"
};
static const uint8_t app_js_memes_send_js[] = {
#embed "app/js/memes/send.js"
};
static const uint8_t app_js_memes_stage_js[] = {
#embed "app/js/memes/stage.js"
};
static const uint8_t app_js_memes_templates_js[] = {
#embed "app/js/memes/templates.js"
};
static const uint8_t app_js_memes_video_js[] = {
#embed "app/js/memes/video.js"
};
static const uint8_t app_js_routes_js[] = {
#embed "app/js/routes.js"
};
static const uint8_t app_js_settings_settings_js[] = {
#embed "app/js/settings/settings.js"
};
static const uint8_t app_js_start_js[] = {
#embed "app/js/start.js"
};
static const uint8_t app_js_strings_base_js[] = {
#embed "app/js/strings/base.js"
};
static const uint8_t app_js_strings_de_all_js[] = {
#embed "app/js/strings/de/all.js"
};
static const uint8_t app_js_strings_de_base_js[] = {
#embed "app/js/strings/de/base.js"
};
static const uint8_t app_js_strings_de_dialogs_js[] = {
#embed "app/js/strings/de/dialogs.js"
};
static const uint8_t app_js_strings_de_editor_js[] = {
#embed "app/js/strings/de/editor.js"
};
static const uint8_t app_js_strings_de_entries_js[] = {
#embed "app/js/strings/de/entries.js"
};
static const uint8_t app_js_strings_de_journals_js[] = {
#embed "app/js/strings/de/journals.js"
};
static const uint8_t app_js_strings_de_map_js[] = {
#embed "app/js/strings/de/map.js"
};
static const uint8_t app_js_strings_de_memes_js[] = {
#embed "app/js/strings/de/memes.js"
};
static const uint8_t app_js_strings_de_pictures_js[] = {
#embed "app/js/strings/de/pictures.js"
};
static const uint8_t app_js_strings_de_pins_js[] = {
#embed "app/js/strings/de/pins.js"
};
static const uint8_t app_js_strings_de_sentences_js[] = {
#embed "app/js/strings/de/sentences.js"
};
static const uint8_t app_js_strings_de_settings_js[] = {
#embed "app/js/strings/de/settings.js"
};
static const uint8_t app_js_strings_de_sign_in_js[] = {
#embed "app/js/strings/de/sign-in.js"
};
static const uint8_t app_js_strings_de_trash_js[] = {
#embed "app/js/strings/de/trash.js"
};
static const uint8_t app_js_strings_dialogs_js[] = {
#embed "app/js/strings/dialogs.js"
};
static const uint8_t app_js_strings_editor_js[] = {
#embed "app/js/strings/editor.js"
};
static const uint8_t app_js_strings_entries_js[] = {
#embed "app/js/strings/entries.js"
};
static const uint8_t app_js_strings_journals_js[] = {
#embed "app/js/strings/journals.js"
};
static const uint8_t app_js_strings_language_js[] = {
#embed "app/js/strings/language.js"
};
static const uint8_t app_js_strings_map_js[] = {
#embed "app/js/strings/map.js"
};
static const uint8_t app_js_strings_memes_js[] = {
#embed "app/js/strings/memes.js"
};
static const uint8_t app_js_strings_pictures_js[] = {
#embed "app/js/strings/pictures.js"
};
static const uint8_t app_js_strings_pins_js[] = {
#embed "app/js/strings/pins.js"
};
static const uint8_t app_js_strings_sentences_js[] = {
#embed "app/js/strings/sentences.js"
};
static const uint8_t app_js_strings_settings_js[] = {
#embed "app/js/strings/settings.js"
};
static const uint8_t app_js_strings_sign_in_js[] = {
#embed "app/js/strings/sign-in.js"
};
static const uint8_t app_js_strings_trash_js[] = {
#embed "app/js/strings/trash.js"
};
static const uint8_t app_js_trash_trash_js[] = {
#embed "app/js/trash/trash.js"
};
static const uint8_t app_js_viewer_medium_js[] = {
#embed "app/js/viewer/medium.js"
};
static const uint8_t app_js_viewer_photo_js[] = {
#embed "app/js/viewer/photo.js"
};
static const uint8_t app_js_viewer_picture_js[] = {
#embed "app/js/viewer/picture.js"
};
static const uint8_t app_js_viewer_video_js[] = {
#embed "app/js/viewer/video.js"
};
static const uint8_t app_js_viewer_viewer_js[] = {
#embed "app/js/viewer/viewer.js"
};
static const uint8_t app_manifest_webmanifest[] = {
#embed "app/manifest.webmanifest"
};
static const uint8_t app_samples_paris_bridge_at_dusk_jpg[] = {
#embed "app/samples/paris-bridge-at-dusk.jpg"
};
static const uint8_t app_samples_paris_dawn_over_the_lawn_jpg[] = {
#embed "app/samples/paris-dawn-over-the-lawn.jpg"
};
static const uint8_t app_samples_paris_night_lights_jpg[] = {
#embed "app/samples/paris-night-lights.jpg"
};
static const uint8_t app_samples_paris_rooftops_in_gold_jpg[] = {
#embed "app/samples/paris-rooftops-in-gold.jpg"
};
static const uint8_t app_samples_poole_boats_in_harbour_jpg[] = {
#embed "app/samples/poole-boats-in-harbour.jpg"
};
static const uint8_t app_samples_poole_stacks_at_noon_jpg[] = {
#embed "app/samples/poole-stacks-at-noon.jpg"
};
static const uint8_t app_samples_poole_stacks_at_sunrise_jpg[] = {
#embed "app/samples/poole-stacks-at-sunrise.jpg"
};
static const uint8_t app_sw_js[] = {
#embed "app/sw.js"
};
static const uint8_t app_world_low_bin[] = {
#embed "app/world-low.bin"
};
static const uint8_t app_world_bin[] = {
#embed "app/world.bin"
};
static const uint8_t app_world_0_0_bin[] = {
#embed "app/world/0-0.bin"
};
static const uint8_t app_world_0_1_bin[] = {
#embed "app/world/0-1.bin"
};
static const uint8_t app_world_0_10_bin[] = {
#embed "app/world/0-10.bin"
};
static const uint8_t app_world_0_11_bin[] = {
#embed "app/world/0-11.bin"
};
static const uint8_t app_world_0_2_bin[] = {
#embed "app/world/0-2.bin"
};
static const uint8_t app_world_0_3_bin[] = {
#embed "app/world/0-3.bin"
};
static const uint8_t app_world_0_4_bin[] = {
#embed "app/world/0-4.bin"
};
static const uint8_t app_world_0_5_bin[] = {
#embed "app/world/0-5.bin"
};
static const uint8_t app_world_0_6_bin[] = {
#embed "app/world/0-6.bin"
};
static const uint8_t app_world_0_7_bin[] = {
#embed "app/world/0-7.bin"
};
static const uint8_t app_world_0_8_bin[] = {
#embed "app/world/0-8.bin"
};
static const uint8_t app_world_0_9_bin[] = {
#embed "app/world/0-9.bin"
};
static const uint8_t app_world_1_0_bin[] = {
#embed "app/world/1-0.bin"
};
static const uint8_t app_world_1_1_bin[] = {
#embed "app/world/1-1.bin"
};
static const uint8_t app_world_1_10_bin[] = {
#embed "app/world/1-10.bin"
};
static const uint8_t app_world_1_11_bin[] = {
#embed "app/world/1-11.bin"
};
static const uint8_t app_world_1_2_bin[] = {
#embed "app/world/1-2.bin"
};
static const uint8_t app_world_1_3_bin[] = {
#embed "app/world/1-3.bin"
};
static const uint8_t app_world_1_4_bin[] = {
#embed "app/world/1-4.bin"
};
static const uint8_t app_world_1_5_bin[] = {
#embed "app/world/1-5.bin"
};
static const uint8_t app_world_1_6_bin[] = {
#embed "app/world/1-6.bin"
};
static const uint8_t app_world_1_7_bin[] = {
#embed "app/world/1-7.bin"
};
static const uint8_t app_world_1_8_bin[] = {
#embed "app/world/1-8.bin"
};
static const uint8_t app_world_1_9_bin[] = {
#embed "app/world/1-9.bin"
};
static const uint8_t app_world_2_0_bin[] = {
#embed "app/world/2-0.bin"
};
static const uint8_t app_world_2_10_bin[] = {
#embed "app/world/2-10.bin"
};
static const uint8_t app_world_2_11_bin[] = {
#embed "app/world/2-11.bin"
};
static const uint8_t app_world_2_2_bin[] = {
#embed "app/world/2-2.bin"
};
static const uint8_t app_world_2_3_bin[] = {
#embed "app/world/2-3.bin"
};
static const uint8_t app_world_2_4_bin[] = {
#embed "app/world/2-4.bin"
};
static const uint8_t app_world_2_5_bin[] = {
#embed "app/world/2-5.bin"
};
static const uint8_t app_world_2_6_bin[] = {
#embed "app/world/2-6.bin"
};
static const uint8_t app_world_2_7_bin[] = {
#embed "app/world/2-7.bin"
};
static const uint8_t app_world_2_8_bin[] = {
#embed "app/world/2-8.bin"
};
static const uint8_t app_world_2_9_bin[] = {
#embed "app/world/2-9.bin"
};
static const uint8_t app_world_3_0_bin[] = {
#embed "app/world/3-0.bin"
};
static const uint8_t app_world_3_1_bin[] = {
#embed "app/world/3-1.bin"
};
static const uint8_t app_world_3_10_bin[] = {
#embed "app/world/3-10.bin"
};
static const uint8_t app_world_3_11_bin[] = {
#embed "app/world/3-11.bin"
};
static const uint8_t app_world_3_2_bin[] = {
#embed "app/world/3-2.bin"
};
static const uint8_t app_world_3_3_bin[] = {
#embed "app/world/3-3.bin"
};
static const uint8_t app_world_3_4_bin[] = {
#embed "app/world/3-4.bin"
};
static const uint8_t app_world_3_5_bin[] = {
#embed "app/world/3-5.bin"
};
static const uint8_t app_world_3_6_bin[] = {
#embed "app/world/3-6.bin"
};
static const uint8_t app_world_3_7_bin[] = {
#embed "app/world/3-7.bin"
};
static const uint8_t app_world_3_8_bin[] = {
#embed "app/world/3-8.bin"
};
static const uint8_t app_world_3_9_bin[] = {
#embed "app/world/3-9.bin"
};
static const uint8_t app_world_4_0_bin[] = {
#embed "app/world/4-0.bin"
};
static const uint8_t app_world_4_10_bin[] = {
#embed "app/world/4-10.bin"
};
static const uint8_t app_world_4_11_bin[] = {
#embed "app/world/4-11.bin"
};
static const uint8_t app_world_4_3_bin[] = {
#embed "app/world/4-3.bin"
};
static const uint8_t app_world_4_4_bin[] = {
#embed "app/world/4-4.bin"
};
static const uint8_t app_world_4_5_bin[] = {
#embed "app/world/4-5.bin"
};
static const uint8_t app_world_4_6_bin[] = {
#embed "app/world/4-6.bin"
};
static const uint8_t app_world_4_7_bin[] = {
#embed "app/world/4-7.bin"
};
static const uint8_t app_world_4_8_bin[] = {
#embed "app/world/4-8.bin"
};
static const uint8_t app_world_4_9_bin[] = {
#embed "app/world/4-9.bin"
};
#pragma clang diagnostic pop

static const postcard_web_file files[] = {
    {"cities.json", "application/json", app_cities_json, sizeof app_cities_json},
    {"css/base.css", "text/css; charset=utf-8", app_css_base_css, sizeof app_css_base_css},
    {"css/choices.css", "text/css; charset=utf-8", app_css_choices_css, sizeof app_css_choices_css},
    {"css/entries.css", "text/css; charset=utf-8", app_css_entries_css, sizeof app_css_entries_css},
    {"css/forms.css", "text/css; charset=utf-8", app_css_forms_css, sizeof app_css_forms_css},
    {"css/grid.css", "text/css; charset=utf-8", app_css_grid_css, sizeof app_css_grid_css},
    {"css/journals.css", "text/css; charset=utf-8", app_css_journals_css, sizeof app_css_journals_css},
    {"css/layout.css", "text/css; charset=utf-8", app_css_layout_css, sizeof app_css_layout_css},
    {"css/map.css", "text/css; charset=utf-8", app_css_map_css, sizeof app_css_map_css},
    {"css/memes.css", "text/css; charset=utf-8", app_css_memes_css, sizeof app_css_memes_css},
    {"css/own-photos.css", "text/css; charset=utf-8", app_css_own_photos_css, sizeof app_css_own_photos_css},
    {"css/picker.css", "text/css; charset=utf-8", app_css_picker_css, sizeof app_css_picker_css},
    {"css/settings.css", "text/css; charset=utf-8", app_css_settings_css, sizeof app_css_settings_css},
    {"css/tokens.css", "text/css; charset=utf-8", app_css_tokens_css, sizeof app_css_tokens_css},
    {"css/viewer.css", "text/css; charset=utf-8", app_css_viewer_css, sizeof app_css_viewer_css},
    {"css/welcome.css", "text/css; charset=utf-8", app_css_welcome_css, sizeof app_css_welcome_css},
    {"icons/postcard-192.png", "image/png", app_icons_postcard_192_png, sizeof app_icons_postcard_192_png},
    {"icons/postcard-512.png", "image/png", app_icons_postcard_512_png, sizeof app_icons_postcard_512_png},
    {"icons/postcard-maskable-512.png", "image/png", app_icons_postcard_maskable_512_png, sizeof app_icons_postcard_maskable_512_png},
    {"icons/postcard.svg", "image/svg+xml", app_icons_postcard_svg, sizeof app_icons_postcard_svg},
    {"index.html", "text/html; charset=utf-8", app_index_html, sizeof app_index_html},
    {"js/album/album.js", "text/javascript; charset=utf-8", app_js_album_album_js, sizeof app_js_album_album_js},
    {"js/album/download.js", "text/javascript; charset=utf-8", app_js_album_download_js, sizeof app_js_album_download_js},
    {"js/base/api.js", "text/javascript; charset=utf-8", app_js_base_api_js, sizeof app_js_base_api_js},
    {"js/base/colors.js", "text/javascript; charset=utf-8", app_js_base_colors_js, sizeof app_js_base_colors_js},
    {"js/base/dialog.js", "text/javascript; charset=utf-8", app_js_base_dialog_js, sizeof app_js_base_dialog_js},
    {"js/base/dom.js", "text/javascript; charset=utf-8", app_js_base_dom_js, sizeof app_js_base_dom_js},
    {"js/base/drafts.js", "text/javascript; charset=utf-8", app_js_base_drafts_js, sizeof app_js_base_drafts_js},
    {"js/base/forget.js", "text/javascript; charset=utf-8", app_js_base_forget_js, sizeof app_js_base_forget_js},
    {"js/base/keys.js", "text/javascript; charset=utf-8", app_js_base_keys_js, sizeof app_js_base_keys_js},
    {"js/base/later.js", "text/javascript; charset=utf-8", app_js_base_later_js, sizeof app_js_base_later_js},
    {"js/base/links.js", "text/javascript; charset=utf-8", app_js_base_links_js, sizeof app_js_base_links_js},
    {"js/base/lists.js", "text/javascript; charset=utf-8", app_js_base_lists_js, sizeof app_js_base_lists_js},
    {"js/base/live.js", "text/javascript; charset=utf-8", app_js_base_live_js, sizeof app_js_base_live_js},
    {"js/base/pointers.js", "text/javascript; charset=utf-8", app_js_base_pointers_js, sizeof app_js_base_pointers_js},
    {"js/base/router.js", "text/javascript; charset=utf-8", app_js_base_router_js, sizeof app_js_base_router_js},
    {"js/base/sentences.js", "text/javascript; charset=utf-8", app_js_base_sentences_js, sizeof app_js_base_sentences_js},
    {"js/base/services.js", "text/javascript; charset=utf-8", app_js_base_services_js, sizeof app_js_base_services_js},
    {"js/base/session.js", "text/javascript; charset=utf-8", app_js_base_session_js, sizeof app_js_base_session_js},
    {"js/base/share.js", "text/javascript; charset=utf-8", app_js_base_share_js, sizeof app_js_base_share_js},
    {"js/base/shell.js", "text/javascript; charset=utf-8", app_js_base_shell_js, sizeof app_js_base_shell_js},
    {"js/base/sign-in.js", "text/javascript; charset=utf-8", app_js_base_sign_in_js, sizeof app_js_base_sign_in_js},
    {"js/base/signal.js", "text/javascript; charset=utf-8", app_js_base_signal_js, sizeof app_js_base_signal_js},
    {"js/base/states.js", "text/javascript; charset=utf-8", app_js_base_states_js, sizeof app_js_base_states_js},
    {"js/base/streams.js", "text/javascript; charset=utf-8", app_js_base_streams_js, sizeof app_js_base_streams_js},
    {"js/base/theme.js", "text/javascript; charset=utf-8", app_js_base_theme_js, sizeof app_js_base_theme_js},
    {"js/base/toast.js", "text/javascript; charset=utf-8", app_js_base_toast_js, sizeof app_js_base_toast_js},
    {"js/base/undo.js", "text/javascript; charset=utf-8", app_js_base_undo_js, sizeof app_js_base_undo_js},
    {"js/base/uploads.js", "text/javascript; charset=utf-8", app_js_base_uploads_js, sizeof app_js_base_uploads_js},
    {"js/base/welcome.js", "text/javascript; charset=utf-8", app_js_base_welcome_js, sizeof app_js_base_welcome_js},
    {"js/base/words.js", "text/javascript; charset=utf-8", app_js_base_words_js, sizeof app_js_base_words_js},
    {"js/entries/form.js", "text/javascript; charset=utf-8", app_js_entries_form_js, sizeof app_js_entries_form_js},
    {"js/entries/list.js", "text/javascript; charset=utf-8", app_js_entries_list_js, sizeof app_js_entries_list_js},
    {"js/grid/lines.js", "text/javascript; charset=utf-8", app_js_grid_lines_js, sizeof app_js_grid_lines_js},
    {"js/grid/manage.js", "text/javascript; charset=utf-8", app_js_grid_manage_js, sizeof app_js_grid_manage_js},
    {"js/grid/peek.js", "text/javascript; charset=utf-8", app_js_grid_peek_js, sizeof app_js_grid_peek_js},
    {"js/grid/photo-grid.js", "text/javascript; charset=utf-8", app_js_grid_photo_grid_js, sizeof app_js_grid_photo_grid_js},
    {"js/grid/pictures.js", "text/javascript; charset=utf-8", app_js_grid_pictures_js, sizeof app_js_grid_pictures_js},
    {"js/grid/selection.js", "text/javascript; charset=utf-8", app_js_grid_selection_js, sizeof app_js_grid_selection_js},
    {"js/grid/tile.js", "text/javascript; charset=utf-8", app_js_grid_tile_js, sizeof app_js_grid_tile_js},
    {"js/journals/add-place.js", "text/javascript; charset=utf-8", app_js_journals_add_place_js, sizeof app_js_journals_add_place_js},
    {"js/journals/capture.js", "text/javascript; charset=utf-8", app_js_journals_capture_js, sizeof app_js_journals_capture_js},
    {"js/journals/journal.js", "text/javascript; charset=utf-8", app_js_journals_journal_js, sizeof app_js_journals_journal_js},
    {"js/journals/list.js", "text/javascript; charset=utf-8", app_js_journals_list_js, sizeof app_js_journals_list_js},
    {"js/journals/media.js", "text/javascript; charset=utf-8", app_js_journals_media_js, sizeof app_js_journals_media_js},
    {"js/journals/notes.js", "text/javascript; charset=utf-8", app_js_journals_notes_js, sizeof app_js_journals_notes_js},
    {"js/journals/page.js", "text/javascript; charset=utf-8", app_js_journals_page_js, sizeof app_js_journals_page_js},
    {"js/journals/place.js", "text/javascript; charset=utf-8", app_js_journals_place_js, sizeof app_js_journals_place_js},
    {"js/main.js", "text/javascript; charset=utf-8", app_js_main_js, sizeof app_js_main_js},
    {"js/map/gestures.js", "text/javascript; charset=utf-8", app_js_map_gestures_js, sizeof app_js_map_gestures_js},
    {"js/map/layer.js", "text/javascript; charset=utf-8", app_js_map_layer_js, sizeof app_js_map_layer_js},
    {"js/map/lookups.js", "text/javascript; charset=utf-8", app_js_map_lookups_js, sizeof app_js_map_lookups_js},
    {"js/map/map-panel.js", "text/javascript; charset=utf-8", app_js_map_map_panel_js, sizeof app_js_map_map_panel_js},
    {"js/map/map-screen.js", "text/javascript; charset=utf-8", app_js_map_map_screen_js, sizeof app_js_map_map_screen_js},
    {"js/map/map-view.js", "text/javascript; charset=utf-8", app_js_map_map_view_js, sizeof app_js_map_map_view_js},
    {"js/map/mercator.js", "text/javascript; charset=utf-8", app_js_map_mercator_js, sizeof app_js_map_mercator_js},
    {"js/map/own-photos.js", "text/javascript; charset=utf-8", app_js_map_own_photos_js, sizeof app_js_map_own_photos_js},
    {"js/map/painter.js", "text/javascript; charset=utf-8", app_js_map_painter_js, sizeof app_js_map_painter_js},
    {"js/map/pin-cards.js", "text/javascript; charset=utf-8", app_js_map_pin_cards_js, sizeof app_js_map_pin_cards_js},
    {"js/map/pin-menu.js", "text/javascript; charset=utf-8", app_js_map_pin_menu_js, sizeof app_js_map_pin_menu_js},
    {"js/map/pins.js", "text/javascript; charset=utf-8", app_js_map_pins_js, sizeof app_js_map_pins_js},
    {"js/map/place-search.js", "text/javascript; charset=utf-8", app_js_map_place_search_js, sizeof app_js_map_place_search_js},
    {"js/map/position.js", "text/javascript; charset=utf-8", app_js_map_position_js, sizeof app_js_map_position_js},
    {"js/map/tiles.js", "text/javascript; charset=utf-8", app_js_map_tiles_js, sizeof app_js_map_tiles_js},
    {"js/map/world.js", "text/javascript; charset=utf-8", app_js_map_world_js, sizeof app_js_map_world_js},
    {"js/memes/animation.js", "text/javascript; charset=utf-8", app_js_memes_animation_js, sizeof app_js_memes_animation_js},
    {"js/memes/chooser.js", "text/javascript; charset=utf-8", app_js_memes_chooser_js, sizeof app_js_memes_chooser_js},
    {"js/memes/controls.js", "text/javascript; charset=utf-8", app_js_memes_controls_js, sizeof app_js_memes_controls_js},
    {"js/memes/draft.js", "text/javascript; charset=utf-8", app_js_memes_draft_js, sizeof app_js_memes_draft_js},
    {"js/memes/editor.js", "text/javascript; charset=utf-8", app_js_memes_editor_js, sizeof app_js_memes_editor_js},
    {"js/memes/gallery.js", "text/javascript; charset=utf-8", app_js_memes_gallery_js, sizeof app_js_memes_gallery_js},
    {"js/memes/meme.js", "text/javascript; charset=utf-8", app_js_memes_meme_js, sizeof app_js_memes_meme_js},
    {"js/memes/panels.js", "text/javascript; charset=utf-8", app_js_memes_panels_js, sizeof app_js_memes_panels_js},
    {"js/memes/part-panels.js", "text/javascript; charset=utf-8", app_js_memes_part_panels_js, sizeof app_js_memes_part_panels_js},
    {"js/memes/photo-picker.js", "text/javascript; charset=utf-8", app_js_memes_photo_picker_js, sizeof app_js_memes_photo_picker_js},
    {"js/memes/preview.js", "text/javascript; charset=utf-8", app_js_memes_preview_js, sizeof app_js_memes_preview_js},
    {"js/memes/send.js", "text/javascript; charset=utf-8", app_js_memes_send_js, sizeof app_js_memes_send_js},
    {"js/memes/stage.js", "text/javascript; charset=utf-8", app_js_memes_stage_js, sizeof app_js_memes_stage_js},
    {"js/memes/templates.js", "text/javascript; charset=utf-8", app_js_memes_templates_js, sizeof app_js_memes_templates_js},
    {"js/memes/video.js", "text/javascript; charset=utf-8", app_js_memes_video_js, sizeof app_js_memes_video_js},
    {"js/routes.js", "text/javascript; charset=utf-8", app_js_routes_js, sizeof app_js_routes_js},
    {"js/settings/settings.js", "text/javascript; charset=utf-8", app_js_settings_settings_js, sizeof app_js_settings_settings_js},
    {"js/start.js", "text/javascript; charset=utf-8", app_js_start_js, sizeof app_js_start_js},
    {"js/strings/base.js", "text/javascript; charset=utf-8", app_js_strings_base_js, sizeof app_js_strings_base_js},
    {"js/strings/de/all.js", "text/javascript; charset=utf-8", app_js_strings_de_all_js, sizeof app_js_strings_de_all_js},
    {"js/strings/de/base.js", "text/javascript; charset=utf-8", app_js_strings_de_base_js, sizeof app_js_strings_de_base_js},
    {"js/strings/de/dialogs.js", "text/javascript; charset=utf-8", app_js_strings_de_dialogs_js, sizeof app_js_strings_de_dialogs_js},
    {"js/strings/de/editor.js", "text/javascript; charset=utf-8", app_js_strings_de_editor_js, sizeof app_js_strings_de_editor_js},
    {"js/strings/de/entries.js", "text/javascript; charset=utf-8", app_js_strings_de_entries_js, sizeof app_js_strings_de_entries_js},
    {"js/strings/de/journals.js", "text/javascript; charset=utf-8", app_js_strings_de_journals_js, sizeof app_js_strings_de_journals_js},
    {"js/strings/de/map.js", "text/javascript; charset=utf-8", app_js_strings_de_map_js, sizeof app_js_strings_de_map_js},
    {"js/strings/de/memes.js", "text/javascript; charset=utf-8", app_js_strings_de_memes_js, sizeof app_js_strings_de_memes_js},
    {"js/strings/de/pictures.js", "text/javascript; charset=utf-8", app_js_strings_de_pictures_js, sizeof app_js_strings_de_pictures_js},
    {"js/strings/de/pins.js", "text/javascript; charset=utf-8", app_js_strings_de_pins_js, sizeof app_js_strings_de_pins_js},
    {"js/strings/de/sentences.js", "text/javascript; charset=utf-8", app_js_strings_de_sentences_js, sizeof app_js_strings_de_sentences_js},
    {"js/strings/de/settings.js", "text/javascript; charset=utf-8", app_js_strings_de_settings_js, sizeof app_js_strings_de_settings_js},
    {"js/strings/de/sign-in.js", "text/javascript; charset=utf-8", app_js_strings_de_sign_in_js, sizeof app_js_strings_de_sign_in_js},
    {"js/strings/de/trash.js", "text/javascript; charset=utf-8", app_js_strings_de_trash_js, sizeof app_js_strings_de_trash_js},
    {"js/strings/dialogs.js", "text/javascript; charset=utf-8", app_js_strings_dialogs_js, sizeof app_js_strings_dialogs_js},
    {"js/strings/editor.js", "text/javascript; charset=utf-8", app_js_strings_editor_js, sizeof app_js_strings_editor_js},
    {"js/strings/entries.js", "text/javascript; charset=utf-8", app_js_strings_entries_js, sizeof app_js_strings_entries_js},
    {"js/strings/journals.js", "text/javascript; charset=utf-8", app_js_strings_journals_js, sizeof app_js_strings_journals_js},
    {"js/strings/language.js", "text/javascript; charset=utf-8", app_js_strings_language_js, sizeof app_js_strings_language_js},
    {"js/strings/map.js", "text/javascript; charset=utf-8", app_js_strings_map_js, sizeof app_js_strings_map_js},
    {"js/strings/memes.js", "text/javascript; charset=utf-8", app_js_strings_memes_js, sizeof app_js_strings_memes_js},
    {"js/strings/pictures.js", "text/javascript; charset=utf-8", app_js_strings_pictures_js, sizeof app_js_strings_pictures_js},
    {"js/strings/pins.js", "text/javascript; charset=utf-8", app_js_strings_pins_js, sizeof app_js_strings_pins_js},
    {"js/strings/sentences.js", "text/javascript; charset=utf-8", app_js_strings_sentences_js, sizeof app_js_strings_sentences_js},
    {"js/strings/settings.js", "text/javascript; charset=utf-8", app_js_strings_settings_js, sizeof app_js_strings_settings_js},
    {"js/strings/sign-in.js", "text/javascript; charset=utf-8", app_js_strings_sign_in_js, sizeof app_js_strings_sign_in_js},
    {"js/strings/trash.js", "text/javascript; charset=utf-8", app_js_strings_trash_js, sizeof app_js_strings_trash_js},
    {"js/trash/trash.js", "text/javascript; charset=utf-8", app_js_trash_trash_js, sizeof app_js_trash_trash_js},
    {"js/viewer/medium.js", "text/javascript; charset=utf-8", app_js_viewer_medium_js, sizeof app_js_viewer_medium_js},
    {"js/viewer/photo.js", "text/javascript; charset=utf-8", app_js_viewer_photo_js, sizeof app_js_viewer_photo_js},
    {"js/viewer/picture.js", "text/javascript; charset=utf-8", app_js_viewer_picture_js, sizeof app_js_viewer_picture_js},
    {"js/viewer/video.js", "text/javascript; charset=utf-8", app_js_viewer_video_js, sizeof app_js_viewer_video_js},
    {"js/viewer/viewer.js", "text/javascript; charset=utf-8", app_js_viewer_viewer_js, sizeof app_js_viewer_viewer_js},
    {"manifest.webmanifest", "application/manifest+json", app_manifest_webmanifest, sizeof app_manifest_webmanifest},
    {"samples/paris-bridge-at-dusk.jpg", "image/jpeg", app_samples_paris_bridge_at_dusk_jpg, sizeof app_samples_paris_bridge_at_dusk_jpg},
    {"samples/paris-dawn-over-the-lawn.jpg", "image/jpeg", app_samples_paris_dawn_over_the_lawn_jpg, sizeof app_samples_paris_dawn_over_the_lawn_jpg},
    {"samples/paris-night-lights.jpg", "image/jpeg", app_samples_paris_night_lights_jpg, sizeof app_samples_paris_night_lights_jpg},
    {"samples/paris-rooftops-in-gold.jpg", "image/jpeg", app_samples_paris_rooftops_in_gold_jpg, sizeof app_samples_paris_rooftops_in_gold_jpg},
    {"samples/poole-boats-in-harbour.jpg", "image/jpeg", app_samples_poole_boats_in_harbour_jpg, sizeof app_samples_poole_boats_in_harbour_jpg},
    {"samples/poole-stacks-at-noon.jpg", "image/jpeg", app_samples_poole_stacks_at_noon_jpg, sizeof app_samples_poole_stacks_at_noon_jpg},
    {"samples/poole-stacks-at-sunrise.jpg", "image/jpeg", app_samples_poole_stacks_at_sunrise_jpg, sizeof app_samples_poole_stacks_at_sunrise_jpg},
    {"sw.js", "text/javascript; charset=utf-8", app_sw_js, sizeof app_sw_js},
    {"world-low.bin", "application/octet-stream", app_world_low_bin, sizeof app_world_low_bin},
    {"world.bin", "application/octet-stream", app_world_bin, sizeof app_world_bin},
    {"world/0-0.bin", "application/octet-stream", app_world_0_0_bin, sizeof app_world_0_0_bin},
    {"world/0-1.bin", "application/octet-stream", app_world_0_1_bin, sizeof app_world_0_1_bin},
    {"world/0-10.bin", "application/octet-stream", app_world_0_10_bin, sizeof app_world_0_10_bin},
    {"world/0-11.bin", "application/octet-stream", app_world_0_11_bin, sizeof app_world_0_11_bin},
    {"world/0-2.bin", "application/octet-stream", app_world_0_2_bin, sizeof app_world_0_2_bin},
    {"world/0-3.bin", "application/octet-stream", app_world_0_3_bin, sizeof app_world_0_3_bin},
    {"world/0-4.bin", "application/octet-stream", app_world_0_4_bin, sizeof app_world_0_4_bin},
    {"world/0-5.bin", "application/octet-stream", app_world_0_5_bin, sizeof app_world_0_5_bin},
    {"world/0-6.bin", "application/octet-stream", app_world_0_6_bin, sizeof app_world_0_6_bin},
    {"world/0-7.bin", "application/octet-stream", app_world_0_7_bin, sizeof app_world_0_7_bin},
    {"world/0-8.bin", "application/octet-stream", app_world_0_8_bin, sizeof app_world_0_8_bin},
    {"world/0-9.bin", "application/octet-stream", app_world_0_9_bin, sizeof app_world_0_9_bin},
    {"world/1-0.bin", "application/octet-stream", app_world_1_0_bin, sizeof app_world_1_0_bin},
    {"world/1-1.bin", "application/octet-stream", app_world_1_1_bin, sizeof app_world_1_1_bin},
    {"world/1-10.bin", "application/octet-stream", app_world_1_10_bin, sizeof app_world_1_10_bin},
    {"world/1-11.bin", "application/octet-stream", app_world_1_11_bin, sizeof app_world_1_11_bin},
    {"world/1-2.bin", "application/octet-stream", app_world_1_2_bin, sizeof app_world_1_2_bin},
    {"world/1-3.bin", "application/octet-stream", app_world_1_3_bin, sizeof app_world_1_3_bin},
    {"world/1-4.bin", "application/octet-stream", app_world_1_4_bin, sizeof app_world_1_4_bin},
    {"world/1-5.bin", "application/octet-stream", app_world_1_5_bin, sizeof app_world_1_5_bin},
    {"world/1-6.bin", "application/octet-stream", app_world_1_6_bin, sizeof app_world_1_6_bin},
    {"world/1-7.bin", "application/octet-stream", app_world_1_7_bin, sizeof app_world_1_7_bin},
    {"world/1-8.bin", "application/octet-stream", app_world_1_8_bin, sizeof app_world_1_8_bin},
    {"world/1-9.bin", "application/octet-stream", app_world_1_9_bin, sizeof app_world_1_9_bin},
    {"world/2-0.bin", "application/octet-stream", app_world_2_0_bin, sizeof app_world_2_0_bin},
    {"world/2-10.bin", "application/octet-stream", app_world_2_10_bin, sizeof app_world_2_10_bin},
    {"world/2-11.bin", "application/octet-stream", app_world_2_11_bin, sizeof app_world_2_11_bin},
    {"world/2-2.bin", "application/octet-stream", app_world_2_2_bin, sizeof app_world_2_2_bin},
    {"world/2-3.bin", "application/octet-stream", app_world_2_3_bin, sizeof app_world_2_3_bin},
    {"world/2-4.bin", "application/octet-stream", app_world_2_4_bin, sizeof app_world_2_4_bin},
    {"world/2-5.bin", "application/octet-stream", app_world_2_5_bin, sizeof app_world_2_5_bin},
    {"world/2-6.bin", "application/octet-stream", app_world_2_6_bin, sizeof app_world_2_6_bin},
    {"world/2-7.bin", "application/octet-stream", app_world_2_7_bin, sizeof app_world_2_7_bin},
    {"world/2-8.bin", "application/octet-stream", app_world_2_8_bin, sizeof app_world_2_8_bin},
    {"world/2-9.bin", "application/octet-stream", app_world_2_9_bin, sizeof app_world_2_9_bin},
    {"world/3-0.bin", "application/octet-stream", app_world_3_0_bin, sizeof app_world_3_0_bin},
    {"world/3-1.bin", "application/octet-stream", app_world_3_1_bin, sizeof app_world_3_1_bin},
    {"world/3-10.bin", "application/octet-stream", app_world_3_10_bin, sizeof app_world_3_10_bin},
    {"world/3-11.bin", "application/octet-stream", app_world_3_11_bin, sizeof app_world_3_11_bin},
    {"world/3-2.bin", "application/octet-stream", app_world_3_2_bin, sizeof app_world_3_2_bin},
    {"world/3-3.bin", "application/octet-stream", app_world_3_3_bin, sizeof app_world_3_3_bin},
    {"world/3-4.bin", "application/octet-stream", app_world_3_4_bin, sizeof app_world_3_4_bin},
    {"world/3-5.bin", "application/octet-stream", app_world_3_5_bin, sizeof app_world_3_5_bin},
    {"world/3-6.bin", "application/octet-stream", app_world_3_6_bin, sizeof app_world_3_6_bin},
    {"world/3-7.bin", "application/octet-stream", app_world_3_7_bin, sizeof app_world_3_7_bin},
    {"world/3-8.bin", "application/octet-stream", app_world_3_8_bin, sizeof app_world_3_8_bin},
    {"world/3-9.bin", "application/octet-stream", app_world_3_9_bin, sizeof app_world_3_9_bin},
    {"world/4-0.bin", "application/octet-stream", app_world_4_0_bin, sizeof app_world_4_0_bin},
    {"world/4-10.bin", "application/octet-stream", app_world_4_10_bin, sizeof app_world_4_10_bin},
    {"world/4-11.bin", "application/octet-stream", app_world_4_11_bin, sizeof app_world_4_11_bin},
    {"world/4-3.bin", "application/octet-stream", app_world_4_3_bin, sizeof app_world_4_3_bin},
    {"world/4-4.bin", "application/octet-stream", app_world_4_4_bin, sizeof app_world_4_4_bin},
    {"world/4-5.bin", "application/octet-stream", app_world_4_5_bin, sizeof app_world_4_5_bin},
    {"world/4-6.bin", "application/octet-stream", app_world_4_6_bin, sizeof app_world_4_6_bin},
    {"world/4-7.bin", "application/octet-stream", app_world_4_7_bin, sizeof app_world_4_7_bin},
    {"world/4-8.bin", "application/octet-stream", app_world_4_8_bin, sizeof app_world_4_8_bin},
    {"world/4-9.bin", "application/octet-stream", app_world_4_9_bin, sizeof app_world_4_9_bin},
};

const postcard_web_file *postcard_web_files(void) { return files; }

size_t postcard_web_files_count(void) { return sizeof files / sizeof *files; }
