package press;

/** Startet den Mahnlauf. */
public final class Mahnlauf {
    static final int KULANZ_GRENZE = 500;
    private Position position;
    private Betrag betrag;
    private Status status;

    void starte(Lieferung lieferung) {
        if (betrag.cent() < KULANZ_GRENZE) {
            return;
        }
        Signature signature = sign(lieferung);
        Region region = lieferung.region();
        mahne(position, signature, region);
    }
}
