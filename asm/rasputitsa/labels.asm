;   labels.asm - parts of the two lines above the message line, in screen
;                codes. Read only.

;----------------------------------------------------------------------
;   Parts of the two lines above the message line, each ending with $FF
;----------------------------------------------------------------------
labels
LABEL_MUSTER    = * - labels
                dta d'MUSTER: ', $ff
LABEL_STRENGTH  = * - labels
                dta d'  COMBAT STRENGTH: ', $ff
LABEL_CENTURY   = * - labels
                dta d', 19', $ff
LABEL_GERMAN    = * - labels
                dta d' POINTS, GERMAN', $ff
LABEL_RUSSIAN   = * - labels
                dta d' POINTS, RUSSIAN', $ff
LABEL_LOST      = * - labels
                dta d'LOST: ', $ff
LABEL_LOST_GERMAN= * - labels
                dta d' GERMAN, ', $ff
LABEL_LOST_RUSSIAN= * - labels
                dta d' RUSSIAN', $ff
LABEL_NEW       = * - labels
                dta d'  NEW: ', $ff
LABEL_CITY_TAKEN= * - labels
                dta d'TAKEN:', $ff
LABEL_CITY_LOST = * - labels
                dta d'LOST:', $ff
GROUND_IS_CLEAR     = * - labels
                dta d'OPEN COUNTRY', $ff
GROUND_IS_HILLS     = * - labels
                dta d'FOREST', $ff
GROUND_IS_CITY      = * - labels
                dta d'CITY', $ff
GROUND_IS_ICE_SWAMP = * - labels
                dta d'FROZEN SWAMP', $ff
GROUND_IS_ICE_RIVER = * - labels
                dta d'FROZEN RIVER', $ff
GROUND_IS_SWAMP     = * - labels
                dta d'SWAMP', $ff
GROUND_IS_RIVER     = * - labels
                dta d'RIVER', $ff
GROUND_IS_COAST     = * - labels
                dta d'COAST', $ff
GROUND_IS_ESTUARY   = * - labels
                dta d'ESTUARY', $ff
GROUND_IS_SEA       = * - labels
                dta d'OPEN WATER', $ff
GROUND_IS_MOUNTAINS = * - labels
                dta d'MOUNTAINS', $ff
                ert * - labels > $100

;   Names of the terrain types; the last is type 1 in the south
terrain_label   dta GROUND_IS_CLEAR, GROUND_IS_HILLS, GROUND_IS_CITY
                dta GROUND_IS_ICE_SWAMP, GROUND_IS_ICE_RIVER
                dta GROUND_IS_SWAMP, GROUND_IS_RIVER, GROUND_IS_COAST
                dta GROUND_IS_ESTUARY, GROUND_IS_SEA, GROUND_IS_MOUNTAINS
                ert * - terrain_label <> TERRAIN_COUNT + 1
