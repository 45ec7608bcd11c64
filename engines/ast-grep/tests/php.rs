//! Templates: what is not PHP becomes blanks, and nothing moves.

use proptest::prelude::*;

use super::super::php::only;

#[test]
fn html_becomes_blanks_and_tags_become_statements() {
    let table = [
        ("<?php echo 1;", "<?php echo 1;"),
        ("<?php a(); ?>", "      a(); ; "),
        ("<b><?= $x ?></b>", "  echo $x ;     "),
        ("<b>\n<?= $x ?>", "   \necho$x ; "),
        ("<b>\n<?= f() ?>", "   \n    f() ; "),
        ("<p><?=f()?>", " echo f(); "),
        ("<?php // a ?> b\n<?php c();", "      // a ;   \n      c();"),
        ("<?php '?>'; /* ?> */ ?>", "      '?>'; /* ?> */ ; "),
        ("<?php $a = <<<X\n?>\nX;\n?>", "      $a = <<<X\n?>\nX;\n; "),
        ("<?php #[A] ?>", "      #[A] ; "),
        ("é<?php a();", "        a();"),
        ("\n<?=", "\n   "),
        ("no tag", "no tag"),
        // There is no blank to write `echo` over.
        ("\n<?=", "\n   "),
    ];
    for (source, expected) in table {
        assert_eq!(only(source), expected, "{source}");
    }
}

proptest! {
    #[test]
    fn every_line_keeps_its_place(source in "(<\\?php|<\\?=|\\?>|[a-z$;'\"/*#<\n é]|<<<X|X){0,40}") {
        let masked = only(&source);
        prop_assert_eq!(masked.len(), source.len());
        let breaks = |text: &str| text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect::<Vec<_>>();
        prop_assert_eq!(breaks(&masked), breaks(&source));
    }
}
