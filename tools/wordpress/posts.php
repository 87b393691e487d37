<?php
// Makes the blog: 120 posts over eight years, or, with a theme and a form of permalinks, sets
// these. Prints what is then true of each post as JSON. Called by ../wordpress.py, from WordPress'
// folder.
define('WP_INSTALLING', $argv[1] === 'make');
require 'wp-load.php';
require_once 'wp-admin/includes/upgrade.php';
require_once 'wp-admin/includes/taxonomy.php';

const POSTS = 120;
const MATERIALS = [
    'birch', 'clay', 'copper', 'flax', 'granite', 'larch', 'oak', 'slate', 'willow', 'wool',
];
const THINGS = [
    'basket', 'bench', 'bowl', 'bridge', 'chair', 'fence', 'kettle', 'ladder', 'loom', 'table',
    'wheel',
];
const PLACES = ['harbour', 'mill', 'school', 'square', 'station', 'workshop'];

// What kind of post number $n is; most are plain.
function kind_of(int $n): string {
    return match (true) {
        $n % 13 === 5 => 'protected',
        $n % 11 === 3 => 'split',
        $n % 17 === 8 => 'untitled',
        $n % 7 === 2 => 'cut',
        default => 'plain',
    };
}

function sentence(int $n, int $k): string {
    $material = MATERIALS[($n * 7 + $k * 3) % count(MATERIALS)];
    $thing = THINGS[($n * 5 + $k) % count(THINGS)];
    $place = PLACES[($n + $k * 2) % count(PLACES)];
    return "In note $n, part $k, a $thing of $material was mended at the $place "
        . 'before the rain came.';
}

function text_of(int $n): string {
    $paragraphs = array_map(
        fn($k) => "<!-- wp:paragraph -->\n<p>" . sentence($n, $k) . ' '
            . sentence($n, $k + 40) . "</p>\n<!-- /wp:paragraph -->",
        range(1, 3 + $n % 6)
    );
    $mark = match (kind_of($n)) {
        'cut' => "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->",
        'split' => "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->",
        default => null,
    };
    if ($mark !== null) {
        array_splice($paragraphs, 2, 0, [$mark]);
    }
    return implode("\n\n", $paragraphs);
}

function make(string $home): void {
    wp_install(
        'Notes from the workshop', 'keeper', 'keeper@mail.example', true, '', 'secret-of-the-test'
    );
    update_option('siteurl', $home);
    update_option('home', $home);
    update_option('timezone_string', 'UTC');
    wp_delete_post(1, true);
    wp_delete_post(2, true);
    $authors = [1, wp_create_user('second', 'another-secret', 'second@mail.example')];
    $kinds = array_map('wp_create_category', ['Furniture', 'Outdoors', 'Repairs', 'Visits']);
    foreach (['About', 'Where to find us'] as $title) {
        wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => $title,
            'post_content' => '<p>' . sentence(900, strlen($title)) . '</p>']);
    }
    $first = strtotime('2016-01-09 09:30:00 UTC');
    $step = intdiv(strtotime('2023-12-20 09:30:00 UTC') - $first, POSTS - 1);
    for ($n = 0; $n < POSTS; $n++) {
        $at = gmdate('Y-m-d H:i:s', $first + $n * $step);
        $material = MATERIALS[$n * 3 % count(MATERIALS)];
        $thing = THINGS[$n * 4 % count(THINGS)];
        $id = wp_insert_post([
            'post_status' => 'publish',
            'post_title' =>
                kind_of($n) === 'untitled' ? '' : ucfirst("$material $thing, the {$n}th"),
            'post_content' => text_of($n),
            'post_date' => $at,
            'post_date_gmt' => $at,
            'post_author' => $authors[$n % 5 === 4 ? 1 : 0],
            'post_password' => kind_of($n) === 'protected' ? 'open' : '',
            'post_category' => [$kinds[$n % count($kinds)]],
            'tags_input' => [$material, $thing],
        ], true);
        for ($c = 0; $c < $n % 4; $c++) {
            wp_insert_comment(['comment_post_ID' => $id, 'comment_approved' => 1,
                'comment_author' => "Visitor $c", 'comment_content' => sentence($n + 500, $c),
                'comment_date' => gmdate('Y-m-d H:i:s', $first + $n * $step + 86400 * ($c + 2))]);
        }
    }
}

function arrange(string $theme, string $permalinks): void {
    switch_theme($theme);
    global $wp_rewrite;
    $wp_rewrite->set_permalink_structure($permalinks);
    flush_rewrite_rules(false);
    $posts = get_posts(['numberposts' => -1, 'orderby' => 'date', 'order' => 'ASC']);
    $truth = array_map(function ($n, $post) {
        preg_match_all('/In note \d+, part \d+, [^.]*\./', $post->post_content, $said);
        return [
            'link' => get_permalink($post), 'title' => $post->post_title, 'kind' => kind_of($n),
            'date' => substr($post->post_date, 0, 10), 'sentences' => $said[0],
        ];
    }, array_keys($posts), $posts);
    echo json_encode($truth);
}

$argv[1] === 'make' ? make($argv[2]) : arrange($argv[2], $argv[3]);
